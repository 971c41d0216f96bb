// Numbers kept as halves: only loads and stores know them, with roundings of all four kinds.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg x [64] random(14, -70, 70)
// lanescope: arg h [256]
// lanescope: arg modes [256]
// lanescope: arg sums [64]
__kernel void half_storage(__global const float4 *x, __global half *h, __global half *modes, __global float *sums)
{
    int i = get_global_id(0);
    float4 v = x[i];
    vstore_half4(v, i, h);
    vstore_half_rtz(v.x, 4 * i, modes);
    vstore_half_rtp(v.y, 4 * i + 1, modes);
    vstore_half_rtn(v.z, 4 * i + 2, modes);
    vstore_half_rte(v.w * 1e-6f, 4 * i + 3, modes);
    float2 lo = vload_half2(2 * i, h), hi = vload_half2(2 * i + 1, h);
    sums[i] = lo.x + lo.y + hi.x + hi.y + vload_half(4 * i, h);
}
