// Types that decide what is computed: traits, if constexpr, conditional, enable_if, constants for each type.
#include <type_traits>
#include <limits>
// lanescope: arg a [64] random(6, -100, 100)
// lanescope: arg out [512]
template <class T> constexpr int tag = 0;
template <> constexpr int tag<float> = 1;
template <> constexpr int tag<unsigned char> = 2;

template <class T> struct Wider { using type = std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>; };
template <> struct Wider<float> { using type = double; };

template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
__device__ int kind(T x) { return 100 + (int)sizeof(x); }
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0>
__device__ int kind(T x) { return 200 + (int)sizeof(x); }

template <class T>
__device__ int describe(T x)
{
    if constexpr (std::is_same<T, float>::value) {
        return (int)(x * 2.5f) + tag<T>;
    } else if constexpr (std::is_unsigned_v<T> && sizeof(T) == 1) {
        static_assert(std::numeric_limits<T>::max() == 255, "a byte");
        return x >> 1 | tag<T> << 8;
    } else {
        typename Wider<T>::type wide = x;
        wide *= wide;
        return (int)(wide % 1000);
    }
}

template <unsigned N> struct Log2 { enum : int { value = 1 + Log2<N / 2>::value }; };
template <> struct Log2<1> { enum : int { value = 0 }; };
constexpr int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

__global__ void decide(const int *a, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *r = &out[8 * i];
    r[0] = describe(a[i]);
    r[1] = describe((float)a[i]);
    r[2] = describe((unsigned char)a[i]);
    r[3] = kind(a[i]) * 1000 + kind(1.0);
    r[4] = Log2<64>::value * 100 + gcd(84, 36);
    r[5] = std::numeric_limits<int>::min() + a[i];
    r[6] = std::is_pointer<decltype(a)>::value + 2 * std::is_same_v<decltype(a[0] + 1.0f), float>;
    r[7] = sizeof(typename Wider<unsigned short>::type) + tag<short>;
}

int main() { decide<<<2, 32>>>(nullptr, nullptr); }
