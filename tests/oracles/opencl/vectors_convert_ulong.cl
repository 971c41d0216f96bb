// lanescope: global 16
// lanescope: local 8
// lanescope: arg a ulong[64] list(1, 7, 12752988811353674432, 0, 5258820517719072682, 18, 4600523914192507138, 6314312143238780399, 0, 0, 16, 13, 10791514530985384509, 85, 15390330231989105198, 13, 0, 11, 0, 10620002702216079287, 15, 3712846223814838824, 6412577890501218220, 17, 20, 4877349068524677167, 10140585400828328422, 4490772613857687674, 85, 13, 9223372036854775807, 19, 9253357257153188678, 12, 8, 0, 0, 6433424081795458513, 85, 0, 16648935353144222408, 1660406393011238757, 6851982708321416779, 0, 7, 0, 8, 85, 2954428657786484274, 18, 16314010894084024676, 18, 0, 18446744073709551614, 2, 5418354335774695955, 584715631126735730, 18446744073709551615, 10987427775749708104, 18446744073709551615, 5, 18446744073709551614, 19, 13273548536572266410)
// lanescope: arg o_char char[128] zeros
// lanescope: arg o_uchar uchar[128] zeros
// lanescope: arg o_short short[128] zeros
// lanescope: arg o_ushort ushort[128] zeros
// lanescope: arg o_int int[128] zeros
// lanescope: arg o_uint uint[128] zeros
// lanescope: arg o_long long[128] zeros
// lanescope: arg o_float float[320] zeros
__kernel void conversions(__global ulong *a, __global char *o_char, __global uchar *o_uchar, __global short *o_short, __global ushort *o_ushort, __global int *o_int, __global uint *o_uint, __global long *o_long, __global float *o_float) {
  size_t i = get_global_id(0);
  ulong4 x = vload4(i, a);
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
  vstore4(convert_long4(x), i * 2 + 0, o_long);
  vstore4(convert_long4_sat(x), i * 2 + 1, o_long);
  vstore4(convert_float4(x), i * 5 + 0, o_float);
  vstore4(convert_float4_rte(x), i * 5 + 1, o_float);
  vstore4(convert_float4_rtz(x), i * 5 + 2, o_float);
  vstore4(convert_float4_rtp(x), i * 5 + 3, o_float);
  vstore4(convert_float4_rtn(x), i * 5 + 4, o_float);
}
