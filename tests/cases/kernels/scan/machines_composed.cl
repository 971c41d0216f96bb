// A machine with eight states runs over a text in parallel: maps of states are words, and maps join.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg text [64] random(258, 0, 3)
// lanescope: arg states [64]
// Each map has eight digits of four bits: digit s is where state s goes.
__constant uint maps[4] = { 0x76543210u, 0x07654321u, 0x22224444u, 0x10325476u };

uint then(uint first, uint second)
{
    uint r = 0;
    for (int s = 0; s < 8; ++s)
        r |= (second >> 4 * (first >> 4 * s & 7) & 7) << 4 * s;
    return r;
}

__kernel void machines_composed(__global const uchar *text, __global uchar *states)
{
    __local uint m[64];
    const uint i = get_local_id(0);
    uint mine = maps[text[i]];
    m[i] = mine;
    for (uint by = 1; by < 64; by <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i >= by)
            mine = then(m[i - by], mine);
        barrier(CLK_LOCAL_MEM_FENCE);
        m[i] = mine;
    }
    states[i] = mine & 7;
}
