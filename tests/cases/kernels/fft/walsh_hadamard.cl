// The Walsh-Hadamard transform in registers and work-group memory: two elements to a work-item.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg v [128] random(8, -100, 100)
__kernel void walsh_hadamard(__global int *v)
{
    __local int x[64];
    const int l = get_local_id(0), base = get_group_id(0) * 64;
    x[l] = v[base + l];
    x[l + 32] = v[base + l + 32];
    for (int h = 32; h >= 1; h >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int a = (l & ~(h - 1)) * 2 + (l & (h - 1));
        int2 p = (int2)(x[a], x[a + h]);
        x[a] = p.x + p.y;
        x[a + h] = p.x - p.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    v[base + l] = x[l];
    v[base + l + 32] = x[l + 32];
}
