// lanescope: global 16
// lanescope: local 8
// lanescope: arg a int[64] list(0, 1069547520, 0, 1082088489, 1115619328, 1075838976, -1077936128, 0, 1120468992, 0, -1065395159, 1082088489, -1077936128, 1069547520, 1075838976, 1115619328, 0, -1046216704, -1065395159, 1075838976, 0, 1124007936, -1046216704, -1065395159, -1090519040, -1090519040, 1082088489, 0, -1046216704, -1077936128, -1046216704, 0, 1120468992, -1090519040, 1082088489, 1115619328, -1023377408, 1069547520, 0, -1023377408, 1069547520, 1069547520, 1115619328, 1082088489, 1069547520, 1120468992, -1046216704, -1023377408, -1046216704, 1067450368, -1023377408, 1115619328, 1082088489, 1067450368, 1075838976, -1023377408, 1115619328, 1120468992, -1090519040, -1023377408, 1115619328, 1124007936, 1120468992, -1065395159)
// lanescope: arg o_char char[384] zeros
// lanescope: arg o_uchar uchar[384] zeros
// lanescope: arg o_short short[384] zeros
// lanescope: arg o_ushort ushort[384] zeros
// lanescope: arg o_int int[384] zeros
// lanescope: arg o_uint uint[384] zeros
// lanescope: arg o_long long[384] zeros
// lanescope: arg o_ulong ulong[384] zeros
// lanescope: arg o_same int[64] zeros
__kernel void conversions(__global int *a, __global char *o_char, __global uchar *o_uchar, __global short *o_short, __global ushort *o_ushort, __global int *o_int, __global uint *o_uint, __global long *o_long, __global ulong *o_ulong, __global int *o_same) {
  size_t i = get_global_id(0);
  float4 x = as_float4(vload4(i, a));
  vstore4(convert_char4_sat(x), i * 6 + 0, o_char);
  vstore4(convert_char4_sat(x), i * 6 + 1, o_char);
  vstore4(convert_char4_sat_rte(x), i * 6 + 2, o_char);
  vstore4(convert_char4_sat_rtz(x), i * 6 + 3, o_char);
  vstore4(convert_char4_sat_rtp(x), i * 6 + 4, o_char);
  vstore4(convert_char4_sat_rtn(x), i * 6 + 5, o_char);
  vstore4(convert_uchar4_sat(x), i * 6 + 0, o_uchar);
  vstore4(convert_uchar4_sat(x), i * 6 + 1, o_uchar);
  vstore4(convert_uchar4_sat_rte(x), i * 6 + 2, o_uchar);
  vstore4(convert_uchar4_sat_rtz(x), i * 6 + 3, o_uchar);
  vstore4(convert_uchar4_sat_rtp(x), i * 6 + 4, o_uchar);
  vstore4(convert_uchar4_sat_rtn(x), i * 6 + 5, o_uchar);
  vstore4(convert_short4_sat(x), i * 6 + 0, o_short);
  vstore4(convert_short4_sat(x), i * 6 + 1, o_short);
  vstore4(convert_short4_sat_rte(x), i * 6 + 2, o_short);
  vstore4(convert_short4_sat_rtz(x), i * 6 + 3, o_short);
  vstore4(convert_short4_sat_rtp(x), i * 6 + 4, o_short);
  vstore4(convert_short4_sat_rtn(x), i * 6 + 5, o_short);
  vstore4(convert_ushort4_sat(x), i * 6 + 0, o_ushort);
  vstore4(convert_ushort4_sat(x), i * 6 + 1, o_ushort);
  vstore4(convert_ushort4_sat_rte(x), i * 6 + 2, o_ushort);
  vstore4(convert_ushort4_sat_rtz(x), i * 6 + 3, o_ushort);
  vstore4(convert_ushort4_sat_rtp(x), i * 6 + 4, o_ushort);
  vstore4(convert_ushort4_sat_rtn(x), i * 6 + 5, o_ushort);
  vstore4(convert_int4_sat(x), i * 6 + 0, o_int);
  vstore4(convert_int4_sat(x), i * 6 + 1, o_int);
  vstore4(convert_int4_sat_rte(x), i * 6 + 2, o_int);
  vstore4(convert_int4_sat_rtz(x), i * 6 + 3, o_int);
  vstore4(convert_int4_sat_rtp(x), i * 6 + 4, o_int);
  vstore4(convert_int4_sat_rtn(x), i * 6 + 5, o_int);
  vstore4(convert_uint4_sat(x), i * 6 + 0, o_uint);
  vstore4(convert_uint4_sat(x), i * 6 + 1, o_uint);
  vstore4(convert_uint4_sat_rte(x), i * 6 + 2, o_uint);
  vstore4(convert_uint4_sat_rtz(x), i * 6 + 3, o_uint);
  vstore4(convert_uint4_sat_rtp(x), i * 6 + 4, o_uint);
  vstore4(convert_uint4_sat_rtn(x), i * 6 + 5, o_uint);
  vstore4(convert_long4_sat(x), i * 6 + 0, o_long);
  vstore4(convert_long4_sat(x), i * 6 + 1, o_long);
  vstore4(convert_long4_sat_rte(x), i * 6 + 2, o_long);
  vstore4(convert_long4_sat_rtz(x), i * 6 + 3, o_long);
  vstore4(convert_long4_sat_rtp(x), i * 6 + 4, o_long);
  vstore4(convert_long4_sat_rtn(x), i * 6 + 5, o_long);
  vstore4(convert_ulong4_sat(x), i * 6 + 0, o_ulong);
  vstore4(convert_ulong4_sat(x), i * 6 + 1, o_ulong);
  vstore4(convert_ulong4_sat_rte(x), i * 6 + 2, o_ulong);
  vstore4(convert_ulong4_sat_rtz(x), i * 6 + 3, o_ulong);
  vstore4(convert_ulong4_sat_rtp(x), i * 6 + 4, o_ulong);
  vstore4(convert_ulong4_sat_rtn(x), i * 6 + 5, o_ulong);
  vstore4(convert_int4(x), i, o_same);
}
