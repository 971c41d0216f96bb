// Stream compaction of one block: what the predicate takes moves to the front and keeps its order.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg in [64] random(66, -50, 50)
// lanescope: arg out [64] fill(-99)
// lanescope: arg count [1]
template <class T, class Predicate>
__device__ void compact_block(const T *in, T *out, int *count, Predicate takes)
{
    __shared__ int rank[64];
    const int t = threadIdx.x;
    const T value = in[t];
    const bool taken = takes(value);
    rank[t] = taken;
    for (int by = 1; by < 64; by <<= 1) {
        __syncthreads();
        const int before = t >= by ? rank[t - by] : 0;
        __syncthreads();
        rank[t] += before;
    }
    if (taken)
        out[rank[t] - 1] = value;
    if (t == 63)
        *count = rank[t];
}

__global__ void compact(const int *in, int *out, int *count)
{
    int limit = 10, step = 3;
    compact_block(in, out, count, [=](int x) { return x > limit || x % step == 0; });
}
