// Floats as integers that sort in the same order, and back: bits of four at once.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg x [32] random(5, -8, 8)
// lanescope: arg keys [32]
// lanescope: arg again [32]
uint4 to_key(float4 f)
{
    uint4 u = as_uint4(f);
    uint4 mask = as_uint4(-as_int4(u >> 31)) | 0x80000000u;
    return u ^ mask;
}

float4 from_key(uint4 k)
{
    int4 up = as_int4(k) < 0;
    return as_float4(select(~k, k ^ 0x80000000u, as_uint4(up)));
}

__kernel void float_keys(__global float4 *x, __global uint4 *keys, __global float4 *again)
{
    const size_t i = get_global_id(0);
    keys[i] = to_key(x[i]);
    again[i] = from_key(keys[i]);
}
