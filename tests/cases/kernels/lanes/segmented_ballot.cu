// Sums of segments in a warp: heads are a ballot, and each lane adds only what is behind its own head.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg values [64] random(321, 1, 20)
// lanescope: arg keys [64] random(322, 0, 2)
// lanescope: arg sums [64]
// lanescope: arg rank [64]
__global__ void segmented_ballot(const int *values, const int *keys, int *sums, int *rank)
{
    const unsigned full = 0xffffffffu;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x;
    const int key = keys[i], before = __shfl_up_sync(full, key, 1);
    const unsigned heads = __ballot_sync(full, lane == 0 || key != before);
    const int head = 31 - __clz(heads & (0xffffffffu >> (31 - lane)));
    int sum = values[i];
    for (int by = 1; by < 32; by <<= 1) {
        const int other = __shfl_up_sync(full, sum, by);
        if (lane - by >= head)
            sum += other;
    }
    sums[i] = sum;
    rank[i] = __popc(heads & ((2u << lane) - 1)) * 100 + lane - head;
}
