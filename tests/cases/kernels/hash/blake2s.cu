// BLAKE2s of one block: ten rounds that take the words of the message in ten different orders.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg blocks [32*16] random(201, 0, 0xffffffff)
// lanescope: arg digests [32*8]
__constant__ unsigned char sigma[10][16] = {
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
    { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
    { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
    { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
    { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
    { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
    { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
    { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
    { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
    { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};
__constant__ unsigned iv[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

template <int N>
__device__ __forceinline__ unsigned ror(unsigned x) { return __funnelshift_r(x, x, N); }

__device__ void mix(unsigned &a, unsigned &b, unsigned &c, unsigned &d, unsigned x, unsigned y)
{
    a += b + x, d = ror<16>(d ^ a), c += d, b = ror<12>(b ^ c);
    a += b + y, d = ror<8>(d ^ a), c += d, b = ror<7>(b ^ c);
}

__global__ void blake2s(const unsigned *blocks, unsigned *digests)
{
    const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned *m = blocks + 16 * id;
    unsigned v[16], h[8];
    for (int i = 0; i < 8; ++i) {
        h[i] = iv[i] ^ (i ? 0 : 0x01010020);
        v[i] = h[i];
        v[i + 8] = iv[i];
    }
    v[12] ^= 64;
    v[14] = ~v[14];
    for (int r = 0; r < 10; ++r) {
        const unsigned char *s = sigma[r];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            mix(v[i], v[4 + i], v[8 + i], v[12 + i], m[s[2 * i]], m[s[2 * i + 1]]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
            mix(v[i], v[4 + (i + 1) % 4], v[8 + (i + 2) % 4], v[12 + (i + 3) % 4], m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; ++i)
        digests[8 * id + i] = h[i] ^ v[i] ^ v[i + 8];
}
