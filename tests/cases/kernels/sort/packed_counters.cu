// A stable sort by two bits: four counters of a byte each lie in one word and are scanned together.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg keys [32] random(237, 0, 255)
// lanescope: arg sorted [32]
union Counters {
    unsigned word;
    unsigned char bin[4];
};

__device__ unsigned scan_words(unsigned *s, unsigned mine)
{
    s[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned by = 1; by < 32; by <<= 1) {
        const unsigned other = threadIdx.x >= by ? s[threadIdx.x - by] : 0u;
        __syncthreads();
        s[threadIdx.x] += other;
        __syncthreads();
    }
    return s[threadIdx.x] - mine;
}

__global__ void packed_counters(const unsigned char *keys, unsigned char *sorted)
{
    __shared__ unsigned s[32];
    __shared__ unsigned char box[32];
    unsigned char key = keys[threadIdx.x];
    for (int shift = 0; shift < 8; shift += 2) {
        const int digit = key >> shift & 3;
        Counters before, total;
        before.word = scan_words(s, 1u << 8 * digit);
        total.word = s[31];
        unsigned at = before.bin[digit];
        for (int d = 0; d < digit; ++d)
            at += total.bin[d];
        box[at] = key;
        __syncthreads();
        key = box[threadIdx.x];
        __syncthreads();
    }
    sorted[threadIdx.x] = key;
}
