// Sums and differences of numbers of 256 bits, with carries from limb to limb.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg a [32*8] random(115, 0, 0xffffffff)
// lanescope: arg b [32*8] random(116, 0, 0xffffffff)
// lanescope: arg sum [32*9]
// lanescope: arg difference [32*9]
struct Wide {
    static constexpr int LIMBS = 8;
    unsigned limb[LIMBS];

    __device__ static Wide load(const unsigned *p)
    {
        Wide w;
        for (int i = 0; i < LIMBS; ++i)
            w.limb[i] = p[i];
        return w;
    }
    __device__ bool add(const Wide &other)
    {
        bool carry = false;
#pragma unroll
        for (int i = 0; i < LIMBS; ++i) {
            const unsigned long long s = (unsigned long long)limb[i] + other.limb[i] + carry;
            limb[i] = (unsigned)s;
            carry = s >> 32;
        }
        return carry;
    }
    __device__ Wide operator~() const
    {
        Wide w = *this;
        for (auto &l : w.limb)
            l = ~l;
        return w;
    }
    // a - b = ~(~a + b), and there is a borrow when that sum has a carry.
    __device__ bool sub(const Wide &other)
    {
        Wide w = ~*this;
        const bool borrow = w.add(other);
        *this = ~w;
        return borrow;
    }
    __device__ void store(unsigned *p, bool top) const
    {
        for (int i = 0; i < LIMBS; ++i)
            p[i] = limb[i];
        p[LIMBS] = top;
    }
};

__global__ void big_add(const unsigned *a, const unsigned *b, unsigned *sum, unsigned *difference)
{
    const int i = threadIdx.x;
    Wide x = Wide::load(a + 8 * i), y = x;
    const Wide z = Wide::load(b + 8 * i);
    const bool carry = x.add(z), borrow = y.sub(z);
    x.store(sum + 9 * i, carry);
    y.store(difference + 9 * i, borrow);
}
