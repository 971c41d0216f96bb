// lanescope: global 16
// lanescope: local 8
// lanescope: arg a uchar[64] list(207, 119, 1, 254, 137, 1, 1, 40, 1, 0, 7, 115, 209, 127, 10, 48, 5, 230, 1, 2, 115, 1, 3, 0, 2, 53, 77, 7, 127, 152, 0, 85, 46, 7, 127, 14, 46, 181, 0, 85, 13, 99, 145, 7, 161, 147, 0, 254, 5, 0, 4, 1, 8, 7, 0, 46, 0, 85, 19, 243, 14, 15, 1, 149)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global uchar *a, __global char *o_char, __global short *o_short, __global ushort *o_ushort, __global int *o_int, __global uint *o_uint, __global long *o_long, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  uchar4 x = vload4(i, a);
  vstore4(convert_char4(x), i * 2 + 0, o_char);
  vstore4(convert_char4_sat(x), i * 2 + 1, o_char);
  vstore4(convert_short4(x), i * 2 + 0, o_short);
  vstore4(convert_short4_sat(x), i * 2 + 1, o_short);
  vstore4(convert_ushort4(x), i * 2 + 0, o_ushort);
  vstore4(convert_ushort4_sat(x), i * 2 + 1, o_ushort);
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
