// The greatest common divisor without a division, and the numbers that make it (Bezout) with one.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg a [96] random(113, 0, 100000)
// lanescope: arg b [96] random(114, 0, 5000)
// lanescope: arg gcd [96]
// lanescope: arg bezout [96]
template <class U>
__device__ U binary_gcd(U a, U b)
{
    if (a == 0 || b == 0)
        return a | b;
    const int shift = __ffs(a | b) - 1;
    a >>= __ffs(a) - 1;
    do {
        b >>= __ffs(b) - 1;
        if (a > b) {
            U t = a;
            a = b;
            b = t;
        }
        b -= a;
    } while (b != 0);
    return a << shift;
}

__device__ int2 extended(int a, int b)
{
    int2 r = make_int2(a, b), s = make_int2(1, 0), t{ 0, 1 };
    while (r.y != 0) {
        const int q = r.x / r.y;
        r = make_int2(r.y, r.x - q * r.y);
        s = make_int2(s.y, s.x - q * s.y);
        t = make_int2(t.y, t.x - q * t.y);
    }
    return { s.x, t.x };
}

__global__ void gcd_binary(const unsigned *a, const unsigned *b, unsigned *gcd, int2 *bezout)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    gcd[i] = binary_gcd(a[i], b[i]);
    bezout[i] = extended(a[i], b[i]);
}
