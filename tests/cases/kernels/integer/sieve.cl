// A sieve of odd numbers in a segment for each group, with the small primes on the way.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg primes [512]
// lanescope: arg count [4]
#define SEGMENT 128

__kernel void sieve(__global uchar *primes, __global uint *count)
{
    __local uchar composite[SEGMENT];
    __local uint found[32];
    const uint lid = get_local_id(0), base = get_group_id(0) * SEGMENT;
    for (uint i = lid; i < SEGMENT; i += 32)
        composite[i] = base + i == 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    // Index i stands for the number 2 * i + 1.
    const uint p = 2 * lid + 3;
    if (p <= 31) {
        uint i = (p * p) >> 1;
        if (i < base)
            i += (base - i + p - 1) / p * p;
        for (; i < base + SEGMENT; i += p)
            composite[i - base] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint n = 0;
    for (uint i = lid; i < SEGMENT; i += 32) {
        primes[base + i] = !composite[i];
        n += !composite[i];
    }
    found[lid] = n;
    for (uint half_size = 16; half_size; half_size >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < half_size)
            found[lid] += found[lid + half_size];
    }
    if (lid == 0)
        count[get_group_id(0)] = found[0];
}
