// Powers modulo an odd number by Montgomery's products, which need no division.
#include <cstdint>
namespace modular {
class Montgomery {
    uint32_t n, inverse, square;

    __device__ uint32_t reduce(uint64_t t) const
    {
        const uint32_t q = static_cast<uint32_t>(t) * inverse;
        const uint32_t high = __umulhi(q, n), r = static_cast<uint32_t>(t >> 32);
        return r >= high ? r - high : r - high + n;
    }

  public:
    __device__ explicit Montgomery(uint32_t modulus) : n{ modulus }, inverse{ modulus }
    {
        for (int i = 0; i < 4; i++)
            inverse *= 2 - n * inverse;
        square = -uint64_t(n) % n;
    }
    __device__ uint32_t times(uint32_t a, uint32_t b) const { return reduce(uint64_t(a) * b); }
    __device__ uint32_t into(uint32_t a) const { return times(a % n, square); }
    __device__ uint32_t out_of(uint32_t a) const { return reduce(a); }
};
}

__global__ void powers(const uint32_t *base, const uint32_t *exponent, const uint32_t *modulus, uint32_t *result, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const modular::Montgomery m(modulus[i] | 1);
        uint32_t x = m.into(base[i]), r = m.into(1);
        for (uint32_t e = exponent[i]; e; e >>= 1, x = m.times(x, x))
            if (e & 1)
                r = m.times(r, x);
        result[i] = m.out_of(r);
    }
}

void launch(uint32_t *base, uint32_t *exponent, uint32_t *modulus, uint32_t *result)
{
    constexpr int count = 70;
    powers<<<2, 32>>>(base, exponent, modulus, result, count);
}
// lanescope: arg base [70] random(119, 0, 0xffffffff)
// lanescope: arg exponent [70] random(120, 0, 0xffff)
// lanescope: arg modulus [70] random(121, 3, 0xffffffff)
// lanescope: arg result [70]
