// Halves in memory are sorted by what they are as floats, loaded and stored one by one.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg bits ushort[128] random(376, 0, 31743)
// lanescope: arg rounded ushort[128]
__kernel void half_keys(__global half *bits, __global half *rounded)
{
    const size_t i = get_global_id(0);
    float4 v = vload_half4(i, bits);
    v.yw = -v.yw;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3 - a; ++b) {
            float f[4];
            vstore4(v, 0, f);
            const float low = fmin(f[b], f[b + 1]), high = fmax(f[b], f[b + 1]);
            f[b] = low, f[b + 1] = high;
            v = vload4(0, f);
        }
    vstore_half4(v, i, bits);
    vstore_half4_rtz(v * 0.75f, i, rounded);
}
