// Half floats made of floats by integers alone, rounded to the nearest even, and floats made of halves.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg bits [64] random(309, 0, 0xffffffff)
// lanescope: arg halves [64]
// lanescope: arg back [64]
__device__ unsigned short half_of(unsigned f)
{
    const unsigned sign = f >> 16 & 0x8000u;
    const int exponent = int(f >> 23 & 0xff) - 127 + 15;
    unsigned mantissa = f & 0x7fffffu;
    if (exponent >= 31)
        return sign | 0x7c00u | ((f >> 23 & 0xff) == 255 && mantissa ? 0x200u : 0u);
    if (exponent <= 0) {
        if (exponent < -10)
            return sign;
        mantissa |= 0x800000u;
        const int shift = 14 - exponent;
        const unsigned rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
        unsigned h = mantissa >> shift;
        h += rest > tie || (rest == tie && (h & 1u));
        return sign | h;
    }
    unsigned h = unsigned(exponent) << 10 | mantissa >> 13;
    const unsigned rest = mantissa & 0x1fffu;
    h += rest > 0x1000u || (rest == 0x1000u && (h & 1u));
    return sign | h;
}

__device__ float float_of(unsigned short h)
{
    const unsigned sign = (h & 0x8000u) << 16, mantissa = h & 0x3ffu;
    const int exponent = h >> 10 & 31;
    if (exponent == 31)
        return __uint_as_float(sign | 0x7f800000u | mantissa << 13);
    if (exponent)
        return __uint_as_float(sign | unsigned(exponent + 112) << 23 | mantissa << 13);
    const float small = mantissa * 5.9604644775390625e-8f;
    return sign ? -small : small;
}

__global__ void soft_half(const unsigned *bits, unsigned short *halves, float *back)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    // Exponents around those that a half has: from 2^-26 to 2^17.
    const unsigned f = (bits[i] & 0x807fffffu) | (101u + i % 44) << 23;
    halves[i] = half_of(i % 7 == 3 ? f & 0xfffff000u : f);
    back[i] = float_of(halves[i]);
}
