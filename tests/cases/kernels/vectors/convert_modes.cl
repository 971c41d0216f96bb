// Floats to integers: towards zero, to the nearest even, up, down, with and without saturation.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [256] iota(-160, 1.25)
// lanescope: arg bytes [64]
// lanescope: arg chars [64]
// lanescope: arg ints [64]
// lanescope: arg back [64]
__kernel void convert_modes(__global const float *x, __global uchar4 *bytes, __global char4 *chars, __global int4 *ints,
                            __global float4 *back)
{
    int i = get_global_id(0);
    float4 v = vload4(i, x);
    bytes[i] = convert_uchar4_sat_rte(v);
    chars[i] = convert_char4_sat(v);
    ints[i] = (int4)(convert_int_rte(v.x), convert_int_rtp(v.y), convert_int_rtn(v.z), convert_int_rtz(v.w));
    back[i] = convert_float4(convert_short4_rtn(v * 0.5f)) + convert_float4(bytes[i].wzyx);
}
