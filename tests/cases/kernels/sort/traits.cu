// One sort for all types: keys of floats, signed and unsigned numbers are told apart by traits.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg f [160] random(353, -1, 1)
// lanescope: arg s [160] random(354, -1000, 1000)
// lanescope: arg u [160] random(355, 0, 255)
// lanescope: arg bits [3]
#include <type_traits>
#include <limits>
#include <utility>

template <class T, class = void>
struct Key;

template <class T>
struct Key<T, std::enable_if_t<std::is_integral<T>::value && std::is_unsigned<T>::value>> {
    using type = T;
    __device__ static type of(T x) { return x; }
};
template <class T>
struct Key<T, std::enable_if_t<std::is_integral<T>::value && std::is_signed<T>::value>> {
    using type = std::make_unsigned_t<T>;
    __device__ static type of(T x) { return type(x) ^ type(std::numeric_limits<T>::min()); }
};
template <>
struct Key<float> {
    using type = unsigned;
    __device__ static type of(float x)
    {
        const unsigned b = __float_as_uint(x);
        return b ^ (b >> 31 ? ~0u : 0x80000000u);
    }
};

template <class T>
constexpr int key_bits = int(sizeof(typename Key<T>::type) * 8);

template <class T>
__device__ void sort5(T *x)
{
    for (int i = 1; i < 5; ++i)
        for (int j = i; j > 0; --j)
            if constexpr (std::is_same_v<T, unsigned char>) {
                if (x[j] < x[j - 1])
                    std::swap(x[j], x[j - 1]);
            } else if (Key<T>::of(x[j]) < Key<T>::of(x[j - 1]))
                x[j] = std::exchange(x[j - 1], x[j]);
}

__global__ void traits(float *f, short *s, unsigned char *u, int *bits)
{
    const int at = 5 * threadIdx.x;
    sort5(f + at);
    sort5(s + at);
    sort5(u + at);
    if (threadIdx.x == 0) {
        bits[0] = key_bits<float>;
        bits[1] = key_bits<short>;
        bits[2] = key_bits<unsigned char>;
    }
}
