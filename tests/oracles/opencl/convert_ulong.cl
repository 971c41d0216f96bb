// lanescope: global 96
// lanescope: local 32
// lanescope: arg a long[96] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, -1, 0, -2, 1, 9223372036854775807, 100, 127, 128, 255, 256, 21845, 43690, 5959551130937208174, -6215747423221349206, 7774448378235875409, 5207265304288372769, -3290773135622573633, 1120170879118024574, 7791821198773177203, -5851211720652210193, 31, -3261200735929342514, 7392036133439125608, 5584796817638604706, 6931152572300269565, 6510623517146173631, -3536806684890158684, -7830667807655926345, 96326095835116789, 7, -8975548224594012659, 3967291252120000725, 3265456801004453784, -5127526164305750267, 2924250634562970543, -7036305705545226451, 6013948467789676548, 3388076570744256001, -2, -2260428260943862317, 6316591023086477954, 6268371075092185574, 255, 5566847692365970484, -3403182830676116144, 8884940654706938323, 1326106719945627807, -7910950840008655147)
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
__kernel void k(__global const ulong *a, __global char *s_char, __global char *p_char, __global uchar *s_uchar, __global uchar *p_uchar, __global short *s_short, __global short *p_short, __global ushort *s_ushort, __global ushort *p_ushort, __global int *s_int, __global int *p_int, __global uint *s_uint, __global uint *p_uint, __global long *s_long, __global long *p_long, __global ulong *s_ulong, __global ulong *p_ulong, __global float *p_float, __global double *p_double) {
  int i = get_global_id(0); ulong x = a[i];
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
