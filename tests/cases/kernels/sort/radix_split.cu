// A radix sort by one bit in a pass: a ballot tells each lane how many zeros and ones stand before it.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg keys [64] random(46, 0, 255)
// lanescope: arg order [64]
#define WARPS 2

__global__ void radix_split(unsigned char *keys, int *order)
{
    __shared__ unsigned char key[64];
    __shared__ int from[64], zeros[WARPS];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    key[t] = keys[t];
    from[t] = t;
    for (int bit = 0; bit < 8; ++bit) {
        __syncthreads();
        const unsigned char k = key[t];
        const int f = from[t];
        const bool one = k >> bit & 1;
        const unsigned ones = __ballot_sync(~0u, one);
        const unsigned before = ones & ((1u << lane) - 1);
        if (lane == 0)
            zeros[warp] = 32 - __popc(ones);
        __syncthreads();
        int all = 0, zeros_before = 0;
        for (int w = 0; w < WARPS; ++w) {
            if (w < warp)
                zeros_before += zeros[w];
            all += zeros[w];
        }
        const int zero_rank = zeros_before + lane - __popc(before);
        const int at = one ? all + t - zero_rank : zero_rank;
        key[at] = k;
        from[at] = f;
    }
    __syncthreads();
    keys[t] = key[t];
    order[t] = from[t];
}
