// lanescope: global 16
// lanescope: local 8
// lanescope: arg a float[128] list(-1, -8, -7, 1, 8, -5, -9, 1, -6, 1, 3, 1, 6, 9, -9, -4, 9, 0, 5, -1, -8, 9, 7, 6, -2, -1, 8, 2, 0, -8, 2, -1, 3, 3, -2, 9, 1, -7, -3, -2, 8, 2, 7, -5, 7, 0, 7, 5, -1, 0, 5, -6, 1, -2, -8, 9, 1, -2, 3, 1, -1, 1, -7, 3, 6, 2, -3, 3, 2, 3, 0, -7, 4, -5, -3, -6, -2, 5, 2, -5, -2, 7, -2, 0, -1, -9, 5, 8, 6, -5, 0, -3, 2, 3, 4, 4, -7, 6, 3, -8, 5, 9, 0, 1, 4, 4, 0, -4, 0, -6, -2, 8, -5, -5, 0, -1, -9, 9, -3, -5, 2, 4, 1, -4, -1, -7, -6, 1)
// lanescope: arg o float[640] zeros
__kernel void geometry(__global float *a, __global float *o) {
  size_t i = get_global_id(0); float4 x = vload4(i, a), y = vload4(i + 16, a); __global float *p = o + i * 40;
  p[0] = dot(x, y); p[1] = dot(x.xyz, y.yzw); p[2] = dot(x.xy, y.zw); p[3] = dot(x.x, y.y); vstore4(cross(x, y), 1, p); vstore3(cross(x.xyz, y.xyz), 0, p + 8);
  float k = x.w + 10; p[12] = length((float2)(3, 4) * k); p[13] = length((float3)(2, 3, 6) * k); p[14] = length((float4)(1, 1, 1, -1) * k); p[15] = length(-k);
  p[16] = distance(x.xy + (float2)(3, 4) * k, x.xy); p[17] = fast_length((float2)(0, -5)); p[18] = fast_distance((float4)(1), (float4)(3)); vstore4(normalize((float4)(0, 0, -2, 0)), 5, p);
  vstore2(normalize((float2)(0)), 12, p); vstore2(fast_normalize((float2)(0, 4)), 13, p); p[28] = normalize(-k); p[29] = distance(k, 1); vstore2(normalize((float2)(0, 1e30f)), 15, p);
  p[32] = length((float2)(3e30f, 4e30f)) > 4.99e30f; p[33] = length((float2)(3e-30f, 4e-30f)) > 4.99e-30f; p[34] = dot((double2)(x.x, 2), (double2)(y.x, 3)); vstore3(normalize((float3)(0, 2, 0)), 0, p + 36);
}
