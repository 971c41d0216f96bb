// Fractions in lowest terms: sums of series, comparisons, conversion to float; their greatest common divisor is constexpr.
// lanescope: arg n [32] iota(1, 1)
// lanescope: arg out [128]
template <class T> constexpr __host__ __device__ T gcd(T a, T b)
{
    while (b != 0) {
        T t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

class Fraction {
    long long p = 0, q = 1;
    __device__ void reduce()
    {
        long long g = gcd(p, q);
        if (q < 0) g = -g;
        p /= g;
        q /= g;
    }

public:
    Fraction() = default;
    __device__ Fraction(long long p, long long q = 1) : p(p), q(q) { reduce(); }
    __device__ long long numerator() const { return p; }
    __device__ long long denominator() const { return q; }
    __device__ Fraction &operator+=(const Fraction &o) { return *this = {p * o.q + o.p * q, q * o.q}; }
    __device__ friend Fraction operator*(const Fraction &a, const Fraction &b) { return {a.p * b.p, a.q * b.q}; }
    __device__ friend bool operator<(const Fraction &a, const Fraction &b) { return a.p * b.q < b.p * a.q; }
    __device__ explicit operator float() const { return (float)p / q; }
};

__global__ void rational(const int *n, long long *out)
{
    int i = threadIdx.x;
    Fraction s, product = 1;
    for (int k = 1; k <= n[i] % 9 + 1; k++) {
        s += Fraction(1, k * (k + 1));
        product = product * Fraction(-k, k + 2);
    }
    out[4 * i] = s.numerator() * 1000 + s.denominator();
    out[4 * i + 1] = product.numerator() * 1000 + product.denominator();
    out[4 * i + 2] = (s < product) + 2 * (product < s) + gcd(12, 18) * 10;
    out[4 * i + 3] = (long long)(static_cast<float>(s) * 1024);
}

void go(int *n, long long *o) { rational<<<1, 32>>>(n, o); }
