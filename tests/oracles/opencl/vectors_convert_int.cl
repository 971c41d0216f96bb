// lanescope: global 16
// lanescope: local 8
// lanescope: arg a int[64] list(1714651077, -7, 13, -6, 12, 2, 2147483646, 1479532028, -5, -2147483648, -2147483647, 4, 729882904, -1103750087, -1065719304, 4, -2147483648, -9, -249980539, 7, 0, 1073741823, 998269026, 1001154564, -1704119915, 14, -11, 365548333, 5, 1297974266, -11, 7, 2147483646, 1073741823, 1031390865, 2147483646, 11, 837861536, -1901915979, -1589652253, 0, -1908778662, -1246451581, -20, 2147483646, 2, 2, 228809088, -1, 7, 2030829803, -2147483647, -2146519992, -1, 2, -2147483648, 2147483647, 20, 400207809, 5, 7, 2147483647, -2147483647, 6)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global int *a, __global char *o_char, __global uchar *o_uchar, __global short *o_short, __global ushort *o_ushort, __global uint *o_uint, __global long *o_long, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  int4 x = vload4(i, a);
  vstore4(convert_char4(x), i * 2 + 0, o_char);
  vstore4(convert_char4_sat(x), i * 2 + 1, o_char);
  vstore4(convert_uchar4(x), i * 2 + 0, o_uchar);
  vstore4(convert_uchar4_sat(x), i * 2 + 1, o_uchar);
  vstore4(convert_short4(x), i * 2 + 0, o_short);
  vstore4(convert_short4_sat(x), i * 2 + 1, o_short);
  vstore4(convert_ushort4(x), i * 2 + 0, o_ushort);
  vstore4(convert_ushort4_sat(x), i * 2 + 1, o_ushort);
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
