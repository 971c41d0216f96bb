// lanescope: global 96
// lanescope: local 32
// lanescope: arg a int[96] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 2147483647, -2147483648, 2147483646, -2147483647, 1073741823, 100, 127, 128, 255, 256, 21845, 43690, -495988826, 660745251, 128, -1613498215, 256, 2, -1154072535, 255, 1977561200, -1702392106, 450204726, -2147483647, 100, 37661788, 1667214878, -2142505676, 326392290, -1189950977, -16446626, 255, 877960744, 578927877, 8, 7, 328285459, 1593690263, 885644548, -1428317079, -252173902, 1566139310, 611658657, 1129744350, 1329668736, -1434590343, -1908212862, 127)
// lanescope: arg s_char char[96] zeros
// lanescope: arg p_char char[96] zeros
// lanescope: arg s_uchar uchar[96] zeros
// lanescope: arg p_uchar uchar[96] zeros
// lanescope: arg s_short short[96] zeros
// lanescope: arg p_short short[96] zeros
// lanescope: arg s_ushort ushort[96] zeros
// lanescope: arg p_ushort ushort[96] zeros
// lanescope: arg s_int int[96] zeros
// lanescope: arg p_int int[96] zeros
// lanescope: arg s_uint uint[96] zeros
// lanescope: arg p_uint uint[96] zeros
// lanescope: arg s_long long[96] zeros
// lanescope: arg p_long long[96] zeros
// lanescope: arg s_ulong ulong[96] zeros
// lanescope: arg p_ulong ulong[96] zeros
// lanescope: arg p_float float[96] zeros
// lanescope: arg p_double double[96] zeros
__kernel void k(__global const int *a, __global char *s_char, __global char *p_char, __global uchar *s_uchar, __global uchar *p_uchar, __global short *s_short, __global short *p_short, __global ushort *s_ushort, __global ushort *p_ushort, __global int *s_int, __global int *p_int, __global uint *s_uint, __global uint *p_uint, __global long *s_long, __global long *p_long, __global ulong *s_ulong, __global ulong *p_ulong, __global float *p_float, __global double *p_double) {
  int i = get_global_id(0); int x = a[i];
  s_char[i] = convert_char_sat(x); p_char[i] = (char)x;
  s_uchar[i] = convert_uchar_sat(x); p_uchar[i] = (uchar)x;
  s_short[i] = convert_short_sat(x); p_short[i] = (short)x;
  s_ushort[i] = convert_ushort_sat(x); p_ushort[i] = (ushort)x;
  s_int[i] = convert_int_sat(x); p_int[i] = (int)x;
  s_uint[i] = convert_uint_sat(x); p_uint[i] = (uint)x;
  s_long[i] = convert_long_sat(x); p_long[i] = (long)x;
  s_ulong[i] = convert_ulong_sat(x); p_ulong[i] = (ulong)x;
  p_float[i] = convert_float(x);
  p_double[i] = convert_double(x);
}
