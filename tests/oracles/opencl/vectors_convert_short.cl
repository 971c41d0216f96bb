// lanescope: global 16
// lanescope: local 8
// lanescope: arg a short[64] list(85, 32767, -1, 12, -4260, 0, -1163, 85, -27096, 8, -18011, 18349, 85, 1, 1, -13537, 32649, 7, 15139, -9, -16251, 11, -24222, -1, 11, 85, 18394, 32767, 16383, 18124, 14278, 2, 32766, -9, -429, 7, 32767, 0, 16383, -13, 23262, 0, -1, 5951, 10743, 12, -25259, 14331, -8526, 24490, 5, -22548, 7, -22310, 3, -4, 2, 29668, 3, -17, 32766, -19235, -15523, -32768)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global short *a, __global char *o_char, __global uchar *o_uchar, __global ushort *o_ushort, __global int *o_int, __global uint *o_uint, __global long *o_long, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  short4 x = vload4(i, a);
  vstore4(convert_char4(x), i * 2 + 0, o_char);
  vstore4(convert_char4_sat(x), i * 2 + 1, o_char);
  vstore4(convert_uchar4(x), i * 2 + 0, o_uchar);
  vstore4(convert_uchar4_sat(x), i * 2 + 1, o_uchar);
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
