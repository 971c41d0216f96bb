// A Mersenne twister of one group: the state lies in local memory and is renewed in three pieces.
// lanescope: global 128
// lanescope: local 128
// lanescope: arg numbers [624]
// lanescope: arg seed 5489
#define N 624
#define M 397

__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void mersenne(__global uint *numbers, uint seed)
{
    __local uint mt[N];
    const int lid = get_local_id(0), size = get_local_size(0);
    if (lid == 0) {
        mt[0] = seed;
        for (int i = 1; i < N; i++)
            mt[i] = 1812433253u * (mt[i - 1] ^ (mt[i - 1] >> 30)) + i;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Element i needs i + 1 as it was and i + M - N as it has become.
    for (int begin = 0; begin < N; begin += size) {
        int i = begin + lid;
        uint y = 0, other = 0;
        if (i < N) {
            y = (mt[i] & 0x80000000u) | (mt[(i + 1) % N] & 0x7fffffffu);
            other = mt[(i + M) % N];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < N)
            mt[i] = other ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = lid; i < N; i += size) {
        uint y = mt[i];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        numbers[i] = y ^ y >> 18;
    }
}
