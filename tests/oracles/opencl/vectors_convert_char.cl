// lanescope: global 16
// lanescope: local 8
// lanescope: arg a char[64] list(-1, -90, -119, -127, -58, 85, -114, -120, 126, -12, 5, 67, 2, -4, 0, -127, -116, 63, 0, 126, 3, -1, 53, -15, -106, 7, -128, -128, 85, 7, 96, -58, 127, -103, -1, 63, -107, -89, -44, 85, -83, -14, 2, 3, -40, 0, 2, 82, 93, 126, -9, 1, 0, -18, 17, 52, 80, 7, 85, 126, -20, 82, 63, -21)
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global char *a, __global uchar *o_uchar, __global short *o_short, __global ushort *o_ushort, __global int *o_int, __global uint *o_uint, __global long *o_long, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  char4 x = vload4(i, a);
  vstore4(convert_uchar4(x), i * 2 + 0, o_uchar);
  vstore4(convert_uchar4_sat(x), i * 2 + 1, o_uchar);
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
