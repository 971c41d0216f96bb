// High halves of products of 64 bits, signed and unsigned, and a remainder of 128 bits built on them.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(129, 0, 0x7fffffffffffffff)
// lanescope: arg b [64] random(130, 0, 0x7fffffffffffffff)
// lanescope: arg high [64]
// lanescope: arg signed_high [64]
// lanescope: arg remainder [64]
using u64 = unsigned long long;
using i64 = long long;

struct u128 {
    u64 hi, lo;
};

__device__ u128 operator*(u128 a, u64 b) { return { a.hi * b + __umul64hi(a.lo, b), a.lo * b }; }

__device__ u64 operator%(u128 a, u64 m)
{
    u64 r = 0;
    for (int i = 127; i >= 0; --i) {
        const u64 bit = i >= 64 ? a.hi >> (i - 64) : a.lo >> i;
        r = r << 1 | (bit & 1);
        if (r >= m)
            r -= m;
    }
    return r;
}

__global__ void wide_products(const u64 *a, const u64 *b, u64 *high, i64 *signed_high, u64 *remainder)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const u64 x = a[i] << 1 | 1, y = b[i];
    high[i] = __umul64hi(x, y);
    signed_high[i] = __mul64hi((i64)x, -(i64)y);
    remainder[i] = (u128{ 0, x } * y) % 1000000007ull;
}
