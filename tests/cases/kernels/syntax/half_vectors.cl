// Halves as numbers in OpenCL C: vectors, conversions, comparisons; every operation rounds once.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// lanescope: global 32
// lanescope: local 8
// lanescope: arg x [32] random(4, -8, 8)
// lanescope: arg y [32] random(5, 1, 8)
// lanescope: arg out [96]
// lanescope: arg ints [32]
__kernel void half_vectors(__global const half4 *x, __global const half4 *y, __global half4 *out, __global int4 *ints)
{
    const int i = get_global_id(0);
    half4 a = x[i], b = y[i];
    out[3 * i] = a * b + (half)0.5f;
    half4 q = a / b;
    q.xy = fmax(q.xy, q.zw);
    out[3 * i + 1] = q;
    out[3 * i + 2] = convert_half4(convert_float4(a) * 0.1f) - b.wzyx;
    short4 less = a < b;
    ints[i] = convert_int4(a) + convert_int4(less) * 100;
}
