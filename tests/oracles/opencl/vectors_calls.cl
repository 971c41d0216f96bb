// lanescope: global 16
// lanescope: local 8
// lanescope: arg a float[64] list(-3, -12, -2, -5, -3, 17, 8, -14, 11, -8, -5, -17, -3, 13, 20, 0, 1, -1, -5, 9, 8, -4, 19, -3, 14, -15, 19, -18, -9, -18, 2, -6, 1, -9, -19, -9, 10, -16, 0, -16, -5, -20, 2, 10, 20, -6, 7, -3, 13, 15, -17, -1, 1, -20, -10, 19, -1, 4, -20, 7, 20, -19, 13, 0)
// lanescope: arg o float[256] zeros
typedef struct { float4 at; float3 to; uchar4 tint; } ray;
float4 twice(float4 v) { return v + v; }
float3 turn(float3 v, int n) { if (n & 1) return v.yzx; return v.zxy; }
void grow(float4 *v, float by) { v->xw += by; (*v).y = dot(*v, (float4)(1, 0, 0, 1)); }
ray step_on(ray r, float t) { r.at.xyz += r.to * t; r.tint = r.tint.wxyz + (uchar)(t + 1); return r; }
void put(__global float *o, float16 m, int row) { vstore4(row == 0 ? m.lo.lo : row == 1 ? m.lo.hi : m.hi.odd, 0, o); }
__kernel void calls(__global float *a, __global float *o) {
  size_t i = get_global_id(0); float4 v = vload4(i, a); __global float *p = o + i * 16;
  ray r = {v, turn(v.xyz, i), (uchar4)(1, 2, 3, 250)}; r = step_on(r, i); r = step_on(r, 2); grow(&r.at, 0.5f);
  vstore4(twice(r.at), 0, p); vstore3(turn(r.to, i + 1), 0, p + 4); vstore4(convert_float4(r.tint), 2, p); put(p + 12, (float16)(v, r.at, twice(v), v), i % 3);
}
