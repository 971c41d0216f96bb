// The recurrence y = a * y + b as a scan of maps: two maps after one another are a map again.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg maps [64] random(74, 0, 0xffffffff)
// lanescope: arg y [64]
// lanescope: arg y0 7
uint2 after(uint2 first, uint2 second)
{
    return (uint2)(second.x * first.x, second.x * first.y + second.y);
}

__kernel void recurrence(__global const uint2 *maps, __global uint *y, uint y0)
{
    __local uint2 s[2][32];
    const int lid = get_local_id(0), gid = get_global_id(0);
    int from = 0;
    s[0][lid] = maps[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int by = 1; by < 32; by <<= 1) {
        uint2 m = s[from][lid];
        if (lid >= by)
            m = after(s[from][lid - by], m);
        from = 1 - from;
        s[from][lid] = m;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[gid] = s[from][lid].x * y0 + s[from][lid].y;
}
