// lanescope: global 96
// lanescope: local 32
// lanescope: arg a long[96] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 9223372036854775807, -9223372036854775808, 9223372036854775806, -9223372036854775807, 4611686018427387903, 100, 127, 128, 255, 256, 21845, 43690, 987637529202990362, -3668344417976708451, -8893328317152049588, 128, -8851191838779439480, -9223372036854775807, 1519382330149927678, -2606395852765546103, -2034475089169727289, 7946864820546701954, 33, -3436732293979999643, 2844006056443985740, 7687874559071055378, 7729055919047157991, 8, 4959570193567848105, 221726125737424519, 0, -6517245327606883392, 3162224909050573749, -426113950812707190, -1795789046771428052, -8005961355074807004, -7605714484343672922, -4181546364452879879, -9223372036854775808, 8858220997975005679, -817115640770914116, 32, 3947602554569063542, -1392125672007884773, 5077489858761291244, -6230373952154995107, 1601706957295130820, 2454092263734369406)
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
__kernel void k(__global const long *a, __global char *s_char, __global char *p_char, __global uchar *s_uchar, __global uchar *p_uchar, __global short *s_short, __global short *p_short, __global ushort *s_ushort, __global ushort *p_ushort, __global int *s_int, __global int *p_int, __global uint *s_uint, __global uint *p_uint, __global long *s_long, __global long *p_long, __global ulong *s_ulong, __global ulong *p_ulong, __global float *p_float, __global double *p_double) {
  int i = get_global_id(0); long x = a[i];
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
