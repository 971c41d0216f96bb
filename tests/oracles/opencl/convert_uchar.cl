// lanescope: global 96
// lanescope: local 32
// lanescope: arg a uchar[96] list(0, 1, 255, 2, 254, 3, 7, 8, 31, 32, 33, 63, 64, 255, 0, 254, 1, 127, 100, 127, 128, 255, 0, 85, 170, 245, 8, 3, 186, 202, 1, 145, 0, 113, 52, 250, 171, 237, 221, 150, 85, 18, 191, 75, 241, 71, 178, 170, 123, 171, 9, 12, 1, 198, 239, 84, 1, 64, 9, 130, 10)
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
__kernel void k(__global const uchar *a, __global char *s_char, __global char *p_char, __global uchar *s_uchar, __global uchar *p_uchar, __global short *s_short, __global short *p_short, __global ushort *s_ushort, __global ushort *p_ushort, __global int *s_int, __global int *p_int, __global uint *s_uint, __global uint *p_uint, __global long *s_long, __global long *p_long, __global ulong *s_ulong, __global ulong *p_ulong, __global float *p_float, __global double *p_double) {
  int i = get_global_id(0); uchar x = a[i];
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
