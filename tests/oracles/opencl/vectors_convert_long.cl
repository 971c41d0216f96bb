// lanescope: global 16
// lanescope: local 8
// lanescope: arg a long[64] list(-7078649167655379208, 4298396896611190366, 4772300178137484767, 1, 8049121972375790471, -8244864607983968888, -3361174638614494245, -1137083315762409771, -6856847761244960191, 1712791958307223857, -4164812637624659958, -8019454100655441030, 5338796442779819357, 0, 6834319763479670597, 5, 4611686018427387903, 3903305140893630472, 4611686018427387903, 7, -7290831448097636166, 3, -1, -6769663182237293662, -7987344135561062642, -7091492013977336998, 8, -9223372036854775807, -20, 3650410144270371496, -9223372036854775807, -6, 7, 9223372036854775807, 9223372036854775806, 7834636707095467169, 2947201143836347154, 1113698918228613863, 6787876640724768037, 4611686018427387903, -5657864997660828144, 9223372036854775807, 2949275298505274437, 1894269499384396977, -7152607671998894945, -1816014082082808361, -9223372036854775807, 1, 4140770400368049485, -1, 9223372036854775806, 1235069084897026328, -9223372036854775807, -2, -472614268143248443, 2, 20, 11, 1, -6, 9223372036854775807, 2, -7575449397069153011, -2328264706380640611)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_ulong ulong[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global long *a, __global char *o_char, __global uchar *o_uchar, __global short *o_short, __global ushort *o_ushort, __global int *o_int, __global uint *o_uint, __global ulong *o_ulong, __global float *o_float) {
  size_t i = get_global_id(0);
  long4 x = vload4(i, a);
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
  vstore4(convert_uint4(x), i * 2 + 0, o_uint);
  vstore4(convert_uint4_sat(x), i * 2 + 1, o_uint);
  vstore4(convert_ulong4(x), i * 2 + 0, o_ulong);
  vstore4(convert_ulong4_sat(x), i * 2 + 1, o_ulong);
  vstore4(convert_float4(x), i * 5 + 0, o_float);
  vstore4(convert_float4_rte(x), i * 5 + 1, o_float);
  vstore4(convert_float4_rtz(x), i * 5 + 2, o_float);
  vstore4(convert_float4_rtp(x), i * 5 + 3, o_float);
  vstore4(convert_float4_rtn(x), i * 5 + 4, o_float);
}
