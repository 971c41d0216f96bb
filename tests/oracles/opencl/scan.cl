// lanescope: global 256
// lanescope: local 64
// lanescope: arg a int[256] list(-4, 1, -7, -6, 9, -6, -2, -4, -1, -2, -6, -1, -9, -2, 3, -2, 6, -5, 0, 9, -5, 3, 9, -6, -6, -8, 4, -6, 7, -9, -6, 7, 7, 2, -8, 6, 2, 9, 4, -1, -1, -6, 5, -3, -9, 4, 8, -5, 3, 8, -3, 2, 5, 0, 8, -9, 7, 9, 6, -8, 1, 2, 9, -1, 9, -9, -6, 8, -4, 4, -4, -4, 1, 3, 4, 4, -6, 6, 1, 5, 3, -4, -8, -8, -4, 6, 3, 7, 9, -5, -3, -6, -2, 1, 7, 5, 6)
// lanescope: arg o int[256] zeros
// lanescope: arg tot int[4] zeros
__kernel void scan(__global const int *a, __global int *o, __global int *tot) {
  __local int t[2][64]; int l = get_local_id(0), g = get_global_id(0), p = 0;
  t[0][l] = l > 0 ? a[g - 1] : 0; barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d <<= 1) { p = 1 - p; if (l >= d) t[p][l] = t[1 - p][l] + t[1 - p][l - d]; else t[p][l] = t[1 - p][l]; barrier(CLK_LOCAL_MEM_FENCE); }
  o[g] = t[p][l]; if (l == 63) tot[get_group_id(0)] = t[p][l] + a[g];
}
