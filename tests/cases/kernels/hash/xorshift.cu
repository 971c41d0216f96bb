// Marsaglia's generators as a family of classes with one base, and a walk that throws with them.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg words [64*3]
// lanescope: arg walk [64]
// lanescope: arg seed.a 123456789
// lanescope: arg seed.b 362436069
#include <stdint.h>

struct Seed {
    uint32_t a;
    uint64_t b;
};

template <class Self>
struct Generator {
    __device__ uint32_t below(uint32_t n)
    {
        auto &self = static_cast<Self &>(*this);
        return uint32_t((uint64_t(self.next()) * n) >> 32);
    }
};

struct Xorshift32 : Generator<Xorshift32> {
    uint32_t x;
    __device__ explicit Xorshift32(uint32_t s) : x(s ? s : 1) {}
    __device__ uint32_t next()
    {
        x ^= x << 13;
        x ^= x >> 17;
        return x ^= x << 5;
    }
};

struct Xorshift64Star : Generator<Xorshift64Star> {
    uint64_t x;
    __device__ explicit Xorshift64Star(uint64_t s) : x(s) {}
    __device__ uint32_t next()
    {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        return (x * 0x2545F4914F6CDD1Dull) >> 32;
    }
};

__global__ void xorshift(uint32_t *words, int *walk, Seed seed)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Xorshift32 small(seed.a + i);
    Xorshift64Star large(seed.b * (2 * i + 1));
    words[3 * i] = small.next();
    words[3 * i + 1] = large.next();
    words[3 * i + 2] = large.below(1000);
    int at = 0;
    for (int k = 0; k < 20; ++k)
        at += small.below(6) < 3 ? -1 : +1;
    walk[i] = at;
}
