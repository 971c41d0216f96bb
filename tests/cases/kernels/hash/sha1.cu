// SHA-1 of one block for each thread, each of its eighty rounds chosen by a template.
#define ROL(x, n) __funnelshift_l((x), (x), (n))

template <int STAGE>
__device__ __forceinline__ unsigned mix(unsigned b, unsigned c, unsigned d)
{
    if constexpr (STAGE == 0)
        return (b & c) | (~b & d);
    else if constexpr (STAGE == 2)
        return (b & c) | (b & d) | (c & d);
    else
        return b ^ c ^ d;
}

struct Sha1 {
    unsigned h[5] = { 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u };

    template <int STAGE>
    __device__ void rounds(unsigned (&v)[5], unsigned (&w)[16], unsigned k)
    {
        for (int i = 0; i < 20; ++i) {
            const int r = STAGE * 20 + i, at = r % 16;
            if (r >= 16)
                w[at] = ROL(w[(r + 13) % 16] ^ w[(r + 8) % 16] ^ w[(r + 2) % 16] ^ w[at], 1);
            unsigned t = ROL(v[0], 5) + mix<STAGE>(v[1], v[2], v[3]) + v[4] + k + w[at];
            v[4] = v[3];
            v[3] = v[2];
            v[2] = ROL(v[1], 30);
            v[1] = v[0];
            v[0] = t;
        }
    }

    __device__ void block(unsigned (&w)[16])
    {
        unsigned v[5];
        for (int i = 0; i < 5; ++i)
            v[i] = h[i];
        rounds<0>(v, w, 0x5a827999u);
        rounds<1>(v, w, 0x6ed9eba1u);
        rounds<2>(v, w, 0x8f1bbcdcu);
        rounds<3>(v, w, 0xca62c1d6u);
        for (int i = 0; i < 5; ++i)
            h[i] += v[i];
    }
};

__global__ void sha1_blocks(const uint4 *blocks, unsigned *digests)
{
    unsigned id = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned w[16];
    for (int i = 0; i < 4; ++i) {
        uint4 part = blocks[id * 4 + i];
        w[4 * i] = part.x;
        w[4 * i + 1] = part.y;
        w[4 * i + 2] = part.z;
        w[4 * i + 3] = part.w;
    }
    Sha1 sha;
    sha.block(w);
    for (int i = 0; i < 5; ++i)
        digests[id * 5 + i] = sha.h[i];
}

int main()
{
    const int N = 32;
    uint4 *blocks;
    unsigned *digests;
    cudaMalloc(&blocks, N * 4 * sizeof(uint4));
    cudaMalloc(&digests, N * 5 * sizeof(unsigned));
    sha1_blocks<<<1, N>>>(blocks, digests);
    return 0;
}
// lanescope: arg blocks uint[512] random(7, 0, 0xffffffff)
