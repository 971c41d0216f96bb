// lanescope: global 16
// lanescope: local 8
// lanescope: arg a uint[64] list(5, 20, 85, 8, 3664290463, 1062487812, 0, 2, 2926898425, 1374294336, 4294967295, 1, 1528914762, 4, 0, 671457904, 1848947077, 1, 1933017581, 3141257648, 1, 2147483647, 2790900807, 0, 4294967294, 2133263288, 2, 4294967294, 4294967295, 2455892593, 4294967294, 1608613422, 503705438, 2717346866, 10, 2417928074, 3, 19, 0, 85, 1, 14, 219664328, 268026109, 2070216823, 3, 905226121, 1386473126, 2, 11, 0, 4294967294, 2503124030, 2, 4270402295, 4254506496, 354395238, 2147483647, 2038502856, 3202291858, 1, 2354654015, 3436810214, 2)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global uint *a, __global char *o_char, __global uchar *o_uchar, __global short *o_short, __global ushort *o_ushort, __global int *o_int, __global long *o_long, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  uint4 x = vload4(i, a);
  vstore4(convert_char4(x), i * 2 + 0, o_char);
  vstore4(convert_char4_sat(x), i * 2 + 1, o_char);
  vstore4(convert_uchar4(x), i * 2 + 0, o_uchar);
  vstore4(convert_uchar4_sat(x), i * 2 + 1, o_uchar);
  vstore4(convert_short4(x), i * 2 + 0, o_short);
  vstore4(convert_short4_sat(x), i * 2 + 1, o_short);
  vstore4(convert_ushort4(x), i * 2 + 0, o_ushort);
  vstore4(convert_ushort4_sat(x), i * 2 + 1, o_ushort);
  vstore4(convert_int4(x), i * 2 + 0, o_int);
  vstore4(convert_int4_sat(x), i * 2 + 1, o_int);
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
