// Two numbers of 2048 bits are added at once: whether a limb makes a carry or hands one on is scanned.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg a [64] random(259, 0, 0xffffffff)
// lanescope: arg b [64] random(260, 0, 0xffffffff)
// lanescope: arg sum [65]
enum { KILL, PROPAGATE, GENERATE };

__kernel void carries(__global const uint *a, __global const uint *b, __global uint *sum)
{
    __local uchar c[64];
    const int i = get_local_id(0);
    const uint x = a[i], y = i % 3 == 1 ? ~x : b[i], s = x + y;
    uchar mine = s < x ? GENERATE : s == UINT_MAX ? PROPAGATE : KILL;
    c[i] = mine;
    for (int by = 1; by < 64; by *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i >= by && mine == PROPAGATE)
            mine = c[i - by];
        barrier(CLK_LOCAL_MEM_FENCE);
        c[i] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sum[i] = s + (i > 0 && c[i - 1] == GENERATE);
    if (i == 63)
        sum[64] = c[63] == GENERATE;
}
