// Words of four letters in the order of a dictionary: bytes turn round, and words compare as numbers.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg words [64] random(233, 97, 102)
// lanescope: arg sorted [64]
__global__ void string_keys(const char4 *words, char4 *sorted)
{
    __shared__ unsigned key[64];
    union {
        char4 letters;
        unsigned word;
    } u;
    const int t = threadIdx.x;
    u.letters = words[t];
    key[t] = __byte_perm(u.word, 0, 0x0123);
    for (int pass = 0; pass < 64; ++pass) {
        __syncthreads();
        const int left = 2 * t + (pass & 1);
        if (left + 1 < 64 && key[left] > key[left + 1]) {
            const auto keep = key[left];
            key[left] = key[left + 1], key[left + 1] = keep;
        }
    }
    __syncthreads();
    u.word = __byte_perm(key[t], 0u, 0x0123u);
    sorted[t] = u.letters;
}
