// A generator without a state: ten rounds over a counter and a key.
// lanescope: arg out [64]
#include <cstdint>
struct Philox {
    uint2 key;
    static constexpr uint32_t M0 = 0xD2511F53u, M1 = 0xCD9E8D57u, W0 = 0x9E3779B9u, W1 = 0xBB67AE85u;
    __device__ static uint4 round(uint4 c, uint2 k)
    {
        uint32_t hi0 = __umulhi(M0, c.x), lo0 = M0 * c.x, hi1 = __umulhi(M1, c.z), lo1 = M1 * c.z;
        return make_uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
    }
    __device__ uint4 operator()(uint4 counter) const
    {
        uint2 k = key;
        for (int r = 0; r < 10; r++) {
            counter = round(counter, k);
            k.x += W0;
            k.y += W1;
        }
        return counter;
    }
};

__global__ void philox(uint4 *out, uint64_t seed)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    Philox g{make_uint2((uint32_t)seed, (uint32_t)(seed >> 32))};
    out[i] = g(make_uint4(i, i * 3, ~i, 7));
}

void go(uint4 *out) { philox<<<2, 32>>>(out, 0x0123456789abcdefull); }
