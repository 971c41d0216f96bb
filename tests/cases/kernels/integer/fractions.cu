// Fractions as a class: sums, products and comparisons, always in lowest terms.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(310, 1, 60)
// lanescope: arg out [64]
// lanescope: arg flags [64]
namespace math {
template <typename T>
class Fraction {
    T n, d;

    __device__ static T gcd(T a, T b)
    {
        while (b)
            a %= b, b ^= a, a ^= b, b ^= a;
        return a < 0 ? -a : a;
    }

  public:
    __device__ Fraction(T numerator = 0, T denominator = 1) : n(numerator), d(denominator)
    {
        const T g = gcd(n, d);
        n /= g;
        d /= g;
    }
    __device__ T num() const { return n; }
    __device__ T den() const { return d; }
    __device__ Fraction &operator+=(const Fraction &o) { return *this = Fraction(n * o.d + o.n * d, d * o.d); }
    __device__ Fraction &operator*=(const Fraction &o) { return *this = Fraction(n * o.n, d * o.d); }
    __device__ Fraction operator-() const { return { -n, d }; }
    __device__ friend Fraction operator+(Fraction a, const Fraction &b) { return a += b; }
    __device__ friend Fraction operator*(Fraction a, const Fraction &b) { return a *= b; }
    __device__ friend bool operator<(const Fraction &a, const Fraction &b) { return a.n * b.d < b.n * a.d; }
    __device__ friend bool operator==(const Fraction &a, const Fraction &b) { return a.n == b.n && a.d == b.d; }
};
}

using Q = math::Fraction<int>;

__global__ void fractions(const int4 *x, int2 *out, unsigned char *flags)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const auto [a, b, c, d] = x[i];
    const Q p(a, b), q(c, d);
    Q r = p * q + 2 + -q;
    r += Q(1, 3);
    out[i] = make_int2(r.num(), r.den());
    flags[i] = (p < q) | (p == q) << 1 | (q < 1) << 2 | (r == p * q + (Q(7, 3) + -q)) << 3;
}
