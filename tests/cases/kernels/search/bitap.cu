// Bitap: a word of bits says which beginnings of the pattern end here, with up to one wrong letter.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg text [64*24] random(34, 97, 99)
// lanescope: arg exact [64]
// lanescope: arg near [64]
__global__ void bitap(const char *text, unsigned *exact, unsigned *near)
{
    const char pattern[] = "abcab";
    constexpr int M = sizeof(pattern) - 1;
    unsigned mask[3] = {};
    for (int k = 0; k < M; ++k)
        mask[pattern[k] - 'a'] |= 1u << k;
    const unsigned id = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned r0 = 0, r1 = 0, hits0 = 0, hits1 = 0;
    for (int i = 0; i < 24; ++i) {
        const unsigned letter = mask[text[24 * id + i] - 'a'], old = r0;
        r0 = (r0 << 1 | 1u) & letter;
        r1 = ((r1 << 1 | 1u) & letter) | (old << 1 | 1u);
        hits0 |= (r0 >> (M - 1) & 1u) << i;
        hits1 |= (r1 >> (M - 1) & 1u) << i;
    }
    exact[id] = hits0;
    near[id] = hits1;
}
