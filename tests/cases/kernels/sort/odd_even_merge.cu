// Batcher's odd-even merge sort of one block in shared memory, with an order that the caller chooses.
// lanescope: kernel batcher<Descending>
// lanescope: global 32
// lanescope: local 32
// lanescope: arg data [64] random(44, 0, 99)
#include <utility>

struct Ascending {
    __device__ bool operator()(short a, short b) const { return b < a; }
};
struct Descending {
    __device__ bool operator()(short a, short b) const { return a < b; }
};

template <typename Wrong>
__global__ void batcher(short *data)
{
    constexpr int N = 64;
    __shared__ short s[N];
    const int t = threadIdx.x;
    s[t] = data[t];
    s[t + N / 2] = data[t + N / 2];
    Wrong wrong;
    for (int p = 1; p < N; p <<= 1)
        for (int k = p; k > 0; k >>= 1) {
            __syncthreads();
            for (int i = t; i + k < N; i += blockDim.x) {
                const bool starts = i % (2 * k) >= k % p && (i - k % p) % (2 * k) < k;
                if (starts && i / (2 * p) == (i + k) / (2 * p) && wrong(s[i], s[i + k]))
                    std::swap(s[i], s[i + k]);
            }
        }
    __syncthreads();
    data[t] = s[t];
    data[t + N / 2] = s[t + N / 2];
}

template __global__ void batcher<Descending>(short *);
