// A radix sort of a warp by one bit in a turn: ballots give places, and a permuted shuffle moves.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg keys [64] random(324, 0, 1023)
// lanescope: arg values [64] iota
template <typename K, typename V>
__device__ void split_by(K &key, V &value, int bit, unsigned lane)
{
    const unsigned full = 0xffffffffu, below = (1u << lane) - 1;
    const bool one = key >> bit & 1;
    const unsigned ones = __ballot_sync(full, one);
    const int zeros = 32 - __popc(ones);
    const int to = one ? zeros + __popc(ones & below) : __popc(~ones & below);
    // Who comes to me? The lane whose place is mine: found by asking all, bit after bit.
    unsigned candidates = full;
    for (int b = 0; b < 5; ++b) {
        const unsigned has = __ballot_sync(full, to >> b & 1);
        candidates &= lane >> b & 1 ? has : ~has;
    }
    const int from = __ffs(candidates) - 1;
    key = __shfl_sync(full, key, from);
    value = __shfl_sync(full, value, from);
}

__global__ void warp_merge(unsigned *keys, long long *values)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned key = keys[i];
    long long value = values[i];
    for (int bit = 0; bit < 10; ++bit)
        split_by(key, value, bit, threadIdx.x & 31);
    keys[i] = key;
    values[i] = value;
}
