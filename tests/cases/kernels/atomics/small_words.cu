// Atomics on bytes and halves of words, which no machine has: compare-and-swap of the word around them.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg x [96] random(341, 0, 200)
// lanescope: arg bytes [8]
// lanescope: arg halves [8]
__device__ unsigned char atomic_max_byte(unsigned char *address, unsigned char value)
{
    unsigned *word = (unsigned *)((size_t)address & ~(size_t)3);
    const unsigned shift = ((size_t)address & 3) * 8;
    unsigned old = *word, assumed;
    do {
        assumed = old;
        const unsigned char now = assumed >> shift;
        if (now >= value)
            break;
        old = atomicCAS(word, assumed, (assumed & ~(0xffu << shift)) | (unsigned)value << shift);
    } while (old != assumed);
    return old >> shift;
}

__device__ void atomic_add_half(short *address, short value)
{
    unsigned *word = (unsigned *)((size_t)address & ~(size_t)2);
    unsigned old = *word, assumed;
    do {
        assumed = old;
        const short now = (size_t)address & 2 ? assumed >> 16 : assumed & 0xffff;
        const unsigned bits = (unsigned short)(now + value);
        old = atomicCAS(word, assumed, (size_t)address & 2 ? (assumed & 0xffff) | bits << 16 : (assumed & ~0xffffu) | bits);
    } while (old != assumed);
}

__global__ void small_words(const unsigned char *x, unsigned char *bytes, short *halves)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomic_max_byte(bytes + i % 8, x[i]);
    atomic_add_half(halves + x[i] % 8, i & 1 ? -x[i] * 50 : x[i] * 100);
}
