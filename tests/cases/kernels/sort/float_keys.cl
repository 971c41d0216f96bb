// Floats become integers that sort in the same order, are sorted so, and become floats again.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg values [32] random(52, -1, 1)
// lanescope: arg keys [32]
uint key_of(float f)
{
    uint bits = as_uint(f);
    return bits ^ ((uint)(as_int(f) >> 31) | 0x80000000u);
}

float value_of(uint key)
{
    return as_float(key & 0x80000000u ? key ^ 0x80000000u : ~key);
}

__kernel void float_keys(__global float *values, __global uint *keys)
{
    __local uint k[32];
    const int lid = get_local_id(0);
    float mine = values[lid];
    if (lid == 5)
        mine = -INFINITY;
    if (lid == 6)
        mine = -0.0f;
    if (lid == 7)
        mine = 0.0f;
    k[lid] = key_of(mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint key = k[lid];
    int rank = 0;
    for (int j = 0; j < 32; ++j)
        rank += (k[j] < key) | ((k[j] == key) & (j < lid));
    barrier(CLK_LOCAL_MEM_FENCE);
    k[rank] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[lid] = k[lid];
    values[lid] = value_of(k[lid]);
}
