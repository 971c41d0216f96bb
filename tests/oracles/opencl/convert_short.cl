// lanescope: global 96
// lanescope: local 32
// lanescope: arg a short[96] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 32767, -32768, 32766, -32767, 16383, 100, 127, 128, 255, 256, 21845, -21846, -31098, 7635, 32767, -2, 25855, -14965, -8050, 4709, 7, -27708, 255, -6746, 11435, -32262, -26967, 33, -11141, -23611, 8, 21845, 5445, 32, 25513, 8, 28056, 255, -7305, -32768, 64, -32595, -18048, 3, -11018, -29259, -21816, -2)
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
__kernel void k(__global const short *a, __global char *s_char, __global char *p_char, __global uchar *s_uchar, __global uchar *p_uchar, __global short *s_short, __global short *p_short, __global ushort *s_ushort, __global ushort *p_ushort, __global int *s_int, __global int *p_int, __global uint *s_uint, __global uint *p_uint, __global long *s_long, __global long *p_long, __global ulong *s_ulong, __global ulong *p_ulong, __global float *p_float, __global double *p_double) {
  int i = get_global_id(0); short x = a[i];
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
