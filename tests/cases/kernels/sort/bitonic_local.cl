// A bitonic sort of keys with values in local memory: two elements for each work-item.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg keys [128] random(41, -1000, 1000)
// lanescope: arg values [128] iota
// lanescope: arg direction 1
#define SIZE 64

inline void comparator(int *ka, uint *va, int *kb, uint *vb, uint ascending)
{
    if ((*ka > *kb) == ascending) {
        int k = *ka; *ka = *kb; *kb = k;
        uint v = *va; *va = *vb; *vb = v;
    }
}

__kernel __attribute__((reqd_work_group_size(SIZE / 2, 1, 1)))
void bitonic_local(__global int *keys, __global uint *values, uint direction)
{
    __local int k[SIZE];
    __local uint v[SIZE];
    const uint lid = get_local_id(0);
    const uint base = get_group_id(0) * SIZE;
    k[lid] = keys[base + lid];
    v[lid] = values[base + lid];
    k[lid + SIZE / 2] = keys[base + lid + SIZE / 2];
    v[lid + SIZE / 2] = values[base + lid + SIZE / 2];
    for (uint size = 2; size <= SIZE; size <<= 1) {
        const uint up = size == SIZE ? direction : direction ^ ((lid & (size / 2)) != 0);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint pos = 2 * lid - (lid & (stride - 1));
            int a = k[pos], b = k[pos + stride];
            uint x = v[pos], y = v[pos + stride];
            comparator(&a, &x, &b, &y, up);
            k[pos] = a, k[pos + stride] = b;
            v[pos] = x, v[pos + stride] = y;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lid; i < SIZE; i += SIZE / 2) {
        keys[base + i] = k[i];
        values[base + i] = v[i];
    }
}
