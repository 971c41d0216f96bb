// lanescope: global 64 16
// lanescope: local 16 4
// lanescope: arg o int[1024] zeros
// lanescope: arg z float[1024] zeros
// lanescope: arg maxit 40
__kernel void m(__global int *o, __global float *z, int maxit) {
  int px = get_global_id(0), py = get_global_id(1); float x0 = px * (3.5f / 64.0f) - 2.5f, y0 = py * 0.125f - 1.0f, x = 0, y = 0; int i = 0;
  for (; i < maxit; ++i) { float xx = x * x, yy = y * y; if (xx + yy > 4.0f) break; if (i == 7 && (px & 3) == 1) continue; y = 2.0f * x * y + y0; x = xx - yy + x0; }
  o[py * 64 + px] = i; z[py * 64 + px] = x - y;
}
