// Classes and functions for special arguments: pointers, widths, values, ranges of sizes; constants for each type.
// lanescope: arg in [64] random(12, 0, 255)
// lanescope: arg out [512]
#include <type_traits>
#include <cstdint>
template <class T, class Enable = void> struct Traits { static constexpr int id = 1; };
template <class T> struct Traits<T *> { static constexpr int id = 10 + Traits<T>::id; };
template <class T> struct Traits<T, typename std::enable_if<(sizeof(T) > 4) && !std::is_pointer<T>::value>::type> { static constexpr int id = 2; };
template <class T> struct Traits<T, std::enable_if_t<std::is_same<T, float>::value>> { static constexpr int id = 3; };
template <> struct Traits<bool> { enum { id = 4 }; };

template <int Bits> struct Word;
template <> struct Word<8> { using type = uint8_t; };
template <> struct Word<16> { using type = uint16_t; };
template <> struct Word<32> { using type = uint32_t; };
template <int Bits> using word = typename Word<Bits>::type;

template <int Bits, int N> struct Packed {
    static_assert(N * Bits <= 32, "in one word");
    uint32_t raw = 0;
    __device__ word<32> get(int k) const { return raw >> (k * Bits) & mask; }
    __device__ void set(int k, uint32_t v) { raw = (raw & ~(mask << k * Bits)) | (v & mask) << k * Bits; }
    static constexpr uint32_t mask = (Bits == 32 ? 0 : 1u << Bits) - 1;
};

template <int N> __device__ uint32_t mirrored(uint32_t v) { return mirrored<N / 2>(v) << N / 2 | mirrored<N / 2>(v >> N / 2); }
template <> __device__ uint32_t mirrored<1>(uint32_t v) { return v & 1; }

template <class T> __device__ T widest(T a) { return a; }
template <class T, class U> __device__ auto widest(T a, U b) -> decltype(a + b) { return a > b ? a : b; }
template <class T> constexpr T epsilon = T(1);
template <> constexpr float epsilon<float> = 0.25f;
template <class T> constexpr bool nothing = sizeof(T) == 0;

__global__ void specialised(const uint8_t *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *r = out + 8 * i;
    r[0] = Traits<int>::id + 100 * Traits<double>::id + 10000 * Traits<float *>::id;
    r[1] = Traits<bool>::id + 100 * Traits<const char **>::id;
    Packed<5, 6> p;
    for (int k = 0; k < 6; k++)
        p.set(k, in[i] + 3 * k);
    p.set(2, 31);
    r[2] = p.raw;
    r[3] = p.get(5) * 100 + sizeof(word<16>);
    r[4] = mirrored<8>(in[i]);
    r[5] = (int)(widest(in[i], 100) * 2 + widest(1.5f, 1));
    r[6] = (int)(epsilon<float> * 100) + epsilon<short>;
    r[7] = !nothing<int> + (int)sizeof(widest(1, 2.0));
}

void go(uint8_t *i, int *o) { specialised<<<2, 32>>>(i, o); }
