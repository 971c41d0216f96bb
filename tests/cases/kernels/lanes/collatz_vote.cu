// Lanes work until the last of them has done: a vote ends the loop, and finished lanes stand by.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg start [64] random(327, 1, 300)
// lanescope: arg steps [64]
// lanescope: arg turns [2]
__global__ void collatz_vote(const unsigned *start, unsigned *steps, unsigned *turns)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned n = start[i], mine = 0, all = 0;
    while (__any_sync(0xffffffff, n != 1)) {
        if (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            mine++;
        }
        all++;
    }
    steps[i] = mine;
    if (threadIdx.x == 0)
        turns[blockIdx.x] = all;
}
