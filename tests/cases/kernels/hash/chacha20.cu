// ChaCha20: each thread makes one block of the key stream and adds it to the text.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg text [32*16] random(9, 0, 0xffffffff)
// lanescope: arg key [8] iota(0x03020100, 0x04040404)
// lanescope: arg nonce [3] list(0x09000000, 0x4a000000, 0)
// lanescope: arg counter 1
#include <stdint.h>

#define QUARTER(a, b, c, d)                     \
    do {                                        \
        a += b, d ^= a, d = d << 16 | d >> 16;  \
        c += d, b ^= c, b = b << 12 | b >> 20;  \
        a += b, d ^= a, d = d << 8 | d >> 24;   \
        c += d, b ^= c, b = b << 7 | b >> 25;   \
    } while (0)

extern "C" __global__ void __launch_bounds__(256)
chacha20(uint32_t *text, const uint32_t *key, const uint32_t *nonce, uint32_t counter)
{
    const uint32_t block = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t s[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
#pragma unroll
    for (int i = 0; i < 8; ++i)
        s[4 + i] = __ldg(key + i);
    s[12] = counter + block;
    s[13] = nonce[0], s[14] = nonce[1], s[15] = nonce[2];
    uint32_t x[16];
    memcpy(x, s, sizeof x);
    for (int i = 0; i < 10; ++i) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; ++i)
        text[block * 16 + i] ^= x[i] + s[i];
}
