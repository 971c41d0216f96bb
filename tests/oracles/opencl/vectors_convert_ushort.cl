// lanescope: global 16
// lanescope: local 8
// lanescope: arg a ushort[64] list(5513, 7, 9, 47779, 1, 4, 0, 59589, 5, 1, 12046, 13277, 14515, 27859, 13, 16206, 20, 5, 6, 32767, 3, 1696, 25885, 5327, 14, 85, 4, 3, 35941, 65535, 40705, 85, 54561, 53731, 2, 65535, 31875, 65535, 3, 29996, 9, 17, 13, 65534, 34095, 35044, 61121, 65535, 0, 1, 3, 49125, 0, 13, 15, 65534, 1, 0, 19, 17, 12, 6, 1, 10)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global ushort *a, __global char *o_char, __global uchar *o_uchar, __global short *o_short, __global int *o_int, __global uint *o_uint, __global long *o_long, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  ushort4 x = vload4(i, a);
  vstore4(convert_char4(x), i * 2 + 0, o_char);
  vstore4(convert_char4_sat(x), i * 2 + 1, o_char);
  vstore4(convert_uchar4(x), i * 2 + 0, o_uchar);
  vstore4(convert_uchar4_sat(x), i * 2 + 1, o_uchar);
  vstore4(convert_short4(x), i * 2 + 0, o_short);
  vstore4(convert_short4_sat(x), i * 2 + 1, o_short);
  vstore4(convert_int4(x), i * 2 + 0, o_int);
  vstore4(convert_int4_sat(x), i * 2 + 1, o_int);
  vstore4(convert_uint4(x), i * 2 + 0, o_uint);
  vstore4(convert_uint4_sat(x), i * 2 + 1, o_uint);
  vstore4(convert_long4(x), i * 2 + 0, o_long);
  vstore4(convert_long4_sat(x), i * 2 + 1, o_long);
  vstore4(convert_ulong4(x), i * 2 + 0, o_ulong);
  vstore4(convert_ulong4_sat(x), i * 2 + 1, o_ulong);
  vstore4(convert_float4(x), i * 5 + 0, o_float);
  vstore4(convert_float4_rte(x), i * 5 + 1, o_float);
  vstore4(convert_float4_rtz(x), i * 5 + 2, o_float);
  vstore4(convert_float4_rtp(x), i * 5 + 3, o_float);
  vstore4(convert_float4_rtn(x), i * 5 + 4, o_float);
}
