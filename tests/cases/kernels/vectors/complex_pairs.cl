// Complex numbers two to a float4: products by even and odd components.
// lanescope: global 48
// lanescope: local 16
// lanescope: arg a [48] random(2, -1, 1)
// lanescope: arg b [48] random(3, -1, 1)
// lanescope: arg c [48]
float4 cmul(float4 x, float4 y)
{
    float4 r;
    r.even = x.even * y.even - x.odd * y.odd;
    r.odd = x.even * y.odd + x.odd * y.even;
    return r;
}

__kernel void complex_pairs(__global const float4 *a, __global const float4 *b, __global float4 *c)
{
    size_t i = get_global_id(0);
    const float4 conjugate = (float4)(1, -1, 1, -1);
    c[i] = cmul(a[i], b[i] * conjugate);
}
