// lanescope: global 8
// lanescope: local 8
// lanescope: arg a float[64] list(9, 20, 11, 17, 0, 17, -11, 10, -9, 11, 2, 13, -16, 20, -19, -2, -2, -3, -14, 17, 13, -19, -4, 9, -15, 4, 7, -18, -16, -13, -19, 15, -20, -6, -6, -3, 15, 9, 0, 20, -20, 19, 14, 7, -5, -17, 13, 16, 3, 5, 4, -19, -15, -4, 13, -15, 0, -4, -12, -1, -6, 5, -6, -6)
// lanescope: arg o float[1024] zeros
typedef float4 quad; typedef struct { float2 a; float3 b[2]; int n; } mix_t;
__kernel void literals(__global float *a, __global float *o) {
  size_t i = get_global_id(0); __global float *p = o + i * 128; float2 u = vload2(i, a); float3 v = vload3(i, a + 8); float s = a[i + 40];
  vstore4((float4)(u, v.xy), 0, p); vstore4((float4)(s, v), 1, p); vstore4((float4)(v, 1), 2, p); vstore4((float4)(s), 3, p); vstore4((float4)s, 4, p);
  vstore4((float4)(1, 2.5f, s, (int)s), 5, p); vstore8((float8)(u, (float4)(v, s), u), 3, p); vstore16((float16)(7.0f), 2, p);
  vstore4((float4)(1, 2, 3, 4).wzyx, 12, p); vstore2(((float4)(u, u)).yz, 26, p); quad w = {1, 2, 3, 4}; vstore4(w, 14, p); quad y = {u, s, 9}; vstore4(y, 15, p);
  float4 z = {5, 6, u}; vstore4(z, 16, p); float4 r = s; vstore4(r, 17, p); r = 3; vstore4(r, 18, p); r.xy = 8; vstore4(r, 19, p);
  float4 list[3] = {{1, 2, 3, 4}, (float4)(s), w}; vstore4(list[i % 3], 20, p); mix_t m = {u, {v, (float3)(1, 2, 3)}, 4}; vstore3(m.b[1] * m.b[0], 0, p + 84);
  p[88] = m.a.y + m.n; mix_t k = m; k.b[0].y = 100; k.b[1].zx = k.a; vstore3(k.b[0], 0, p + 92); vstore3(k.b[1], 0, p + 96); vstore3(m.b[0], 0, p + 100);
  p[104] = sizeof(float3); p[105] = sizeof(mix_t); p[106] = sizeof(char3); p[107] = sizeof(double16); p[108] = sizeof(list); p[109] = sizeof(k.b[0].xy);
  p[110] = vec_step(float3); p[111] = vec_step(v.xy); p[112] = vec_step(int16); p[113] = vec_step(s); p[114] = (int)(bool)s; bool t = s > 0;
  int4 c = (int4)(s > 0); p[115] = c.x; float4 lit = (quad)(1, 2, 3, 4); p[116] = lit.z; vstore2((float2)(s > 0 ? u : v.yz), 59, p); vstore2(s > 0 ? u : (float2)(2), 60, p);
}
