// Shuffles, votes and ballots without a mask, as they were written before there were masks.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(162, 0, 9)
// lanescope: arg sums [64]
// lanescope: arg bits [64]
__global__ void old_shuffles(const int *x, int *sums, unsigned *bits)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = x[i];
    for (int by = 1; by < warpSize; by *= 2) {
        int other = __shfl_up(v, by);
        if ((int)(threadIdx.x & 31) >= by)
            v += other;
    }
    sums[i] = v + __shfl(x[i], 31) + __shfl_xor(x[i], 1) + __shfl_down(x[i], 1);
    bits[i] = __ballot(x[i] > 4) ^ (__all(x[i] < 10) ? 0 : ~0u) ^ (__any(x[i] == 77) ? ~0u : 0);
}
