// Hash functions as policies of a class: bases, partial specialisations, constructors that stand in for others.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg words [64*4] random(371, 0, 0xffffffff)
// lanescope: arg out [64*3]
#include <array>
#include <utility>

inline namespace v2 {
struct Counter {
    unsigned steps = 0;
    __device__ unsigned count() const { return steps; }
};

template <class T, int WIDTH>
struct Mixer : Counter {
    T state;
    __device__ Mixer() : Mixer(T(WIDTH)) {}
    __device__ explicit Mixer(T seed) : state{ seed } {}
    __device__ Mixer &operator<<(T x)
    {
        state = (state ^ x) * T(0x01000193);
        ++steps;
        return *this;
    }
};

template <class T>
struct Mixer<T, 16> : Counter {
    T state;
    __device__ Mixer(T seed = 9) : state(seed) {}
    __device__ Mixer &operator<<(T x)
    {
        steps += 2;
        const T parts[] = { T(x & 0xffff), T(x >> 16) };
        for (T part : parts)
            state = state * 31 + part;
        return *this;
    }
};
}

template <class M>
__device__ std::pair<unsigned, unsigned> run(M m, const std::array<unsigned, 4> &words)
{
    for (auto w : words)
        m << w;
    return { m.state, m.count() };
}

__global__ void policies(const unsigned *words, unsigned *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    std::array<unsigned, 4> w;
    for (unsigned k = 0; k < w.size(); ++k)
        w[k] = words[4 * i + k];
    auto [wide, a] = run(Mixer<unsigned, 32>(), w);
    auto [narrow, b] = run(Mixer<unsigned, 16>{}, w);
    const auto seeded = run(v2::Mixer<unsigned, 32>(0x811c9dc5u), w);
    out[3 * i] = wide;
    out[3 * i + 1] = narrow;
    out[3 * i + 2] = seeded.first + 1000 * (a + b + seeded.second);
}
