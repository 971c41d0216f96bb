// lanescope: global 16
// lanescope: local 8
// lanescope: arg a uint[64] list(3424658143, 1, 709909579, 7, 2, 9, 1209414718, 1447618132, 2780572419, 2393725068, 2, 2846590968, 409248215, 9, 1, 4294967295, 15, 267767474, 3924811904, 3, 1, 0, 14, 657534532, 4294967294, 1272135415, 20, 3732843007, 2, 7, 85, 4207260290, 7, 20, 2210909240, 3, 5, 31520174, 1, 2, 2965044951, 3653983133, 0, 2, 4294967295, 2, 3357642013, 1465139071, 7, 1, 1, 14, 3731542303, 0, 1, 3759610660, 9, 3805100038, 3, 3752015930, 4294967294, 1924674073, 72194040, 4)
// lanescope: arg o uint[1024] zeros
__kernel void bits(__global uint *a, __global uint *o) {
  size_t i = get_global_id(0); uint4 x = vload4(i, a); __global uint *p = o + i * 64;
  vstore4(as_uint4(as_float4(x)), 0, p); vstore4(as_uint4(as_uchar16(x).sfedcba9876543210), 1, p);
  vstore4(as_uint4(as_short8(x).s13570246), 2, p); vstore4(as_uint4(as_ulong2(x) + 1), 3, p); vstore3(as_uint3(x), 0, p + 16);
  vstore3(as_uint3(as_int3(x.yzw) >> 1), 0, p + 20); p[24] = as_uint(as_uchar4(x.x).wzyx); p[25] = as_uint(as_ushort2(x.y).yx);
  vstore4(convert_uint4(as_uchar4(x.z)), 7, p); vstore2(as_uint2(as_long(x.xy) >> 5), 0, p + 32); vstore2(as_uint2(as_double(x.zw)), 0, p + 34);
  vstore8(as_uint8((ulong4)(as_ulong(x.lo), as_ulong(x.hi), 7, 8)), 5, p); vstore3(as_uint3(as_float4(x)), 0, p + 48);
}
