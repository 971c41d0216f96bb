// A number class with operators, conversions and constants: arithmetic in 16.16.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(4, -200000, 200000)
// lanescope: arg b [64] random(5, 1, 200000)
// lanescope: arg out [448]
namespace num {
template <int F>
class Fixed {
    int raw_;

public:
    static constexpr int one = 1 << F;
    Fixed() = default;
    __host__ __device__ constexpr Fixed(int whole) : raw_(whole * one) {}
    static __device__ Fixed from_raw(int raw) { Fixed f; f.raw_ = raw; return f; }
    __device__ int raw() const { return raw_; }
    __device__ Fixed &operator+=(Fixed o) { raw_ += o.raw_; return *this; }
    __device__ Fixed &operator*=(Fixed o) { raw_ = (int)(((long long)raw_ * o.raw_) >> F); return *this; }
    __device__ Fixed operator-() const { return from_raw(-raw_); }
    __device__ Fixed &operator++() { return *this += 1; }
    __device__ Fixed operator++(int) { Fixed old = *this; ++*this; return old; }
    __device__ explicit operator int() const { return raw_ >> F; }
    __device__ explicit operator bool() const { return raw_ != 0; }
    friend __device__ Fixed operator+(Fixed a, Fixed b) { return a += b; }
    friend __device__ Fixed operator-(Fixed a, Fixed b) { return a + -b; }
    friend __device__ Fixed operator*(Fixed a, Fixed b) { return a *= b; }
    friend __device__ Fixed operator/(Fixed a, Fixed b) { return from_raw((int)(((long long)a.raw_ << F) / b.raw_)); }
    friend __device__ bool operator<(Fixed a, Fixed b) { return a.raw_ < b.raw_; }
};
}
using fix = num::Fixed<16>;

__global__ void fixed_point(const int *a, const int *b, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    fix x = fix::from_raw(a[i]), y = fix::from_raw(b[i]);
    int *r = out + 7 * i;
    r[0] = (x + y).raw();
    r[1] = (x * y - 1).raw();
    r[2] = (x / y).raw();
    r[3] = (int)(2 + x);
    fix z = x++;
    r[4] = (z - x).raw() + (z ? 5 : 0);
    r[5] = ((x < y ? y : x) * -3).raw();
    z += y *= 2;
    r[6] = z.raw() ^ y.raw();
}
