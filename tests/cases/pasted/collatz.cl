// Integer loops with data-dependent length, switch, do-while, 64-bit arithmetic.
ulong next(ulong n)
{
    switch (n % 4) {
    case 0:
        n /= 4;
        /* fall through: one halving more is counted below */
    case 2:
        return n ? n / 2 : 1;
    default:
        return 3UL * n + 1UL;
    }
}

__kernel void collatz(__global uint *steps, __global ulong *highest, const uint base)
{
    size_t gid = get_global_id(0);
    ulong n = base + (uint)gid, top = n;
    uint count = 0;
    do {
        n = next(n);
        top = n > top ? n : top;
    } while (n > 1 && ++count < 200u);
    steps[gid] = count;
    highest[gid] = top;
}
