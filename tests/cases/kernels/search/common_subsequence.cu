// The length of the longest common subsequence, 64 columns at once in the bits of a word.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg words [64*20] random(218, 97, 100)
// lanescope: arg text [60] random(219, 97, 100)
// lanescope: arg length [64]
__global__ void common_subsequence(const char *words, const char *text, unsigned char *length)
{
    __shared__ unsigned long long where[4];
    if (threadIdx.x < 4) {
        unsigned long long bits = 0;
        for (int k = 0; k < 60; ++k)
            bits |= (unsigned long long)(text[k] == 'a' + (int)threadIdx.x) << k;
        where[threadIdx.x] = bits;
    }
    __syncthreads();
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long v = ~0ull;
    for (int k = 0; k < 20; ++k) {
        const unsigned long long u = v & where[words[20 * id + k] - 'a'];
        v = (v + u) | (v - u);
    }
    length[id] = __popcll(~v & ((1ull << 60) - 1));
}
