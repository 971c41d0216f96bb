// A histogram with two arrays in dynamic shared memory, started in HIP's way, with sizes that host code works out.
#include <hip/hip_runtime.h>
#include <cstdlib>
#define CHECK(call) do { hipError_t e = (call); if (e != hipSuccess) exit(1); } while (0)

constexpr int BINS = 16;

struct alignas(8) Entry {
    unsigned count;
    float sum;
};

__global__ void hip_style(const short *x, Entry *entries, unsigned *busiest, int n)
{
    extern __shared__ unsigned char raw[];
    Entry *entry = reinterpret_cast<Entry *>(raw);
    unsigned *best = (unsigned *)(raw + BINS * sizeof(Entry));
    if (threadIdx.x < BINS)
        entry[threadIdx.x] = Entry{ 0, 0.0f };
    if (threadIdx.x == 0)
        *best = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Entry &e = entry[x[i] & (BINS - 1)];
        atomicAdd(&e.count, 1u);
        atomicAdd(&e.sum, 0.5f * x[i]);
    }
    __syncthreads();
    if (threadIdx.x < BINS) {
        atomicAdd(&entries[threadIdx.x].count, entry[threadIdx.x].count);
        atomicAdd(&entries[threadIdx.x].sum, entry[threadIdx.x].sum);
        atomicMax(best, entry[threadIdx.x].count << 8 | (255 - threadIdx.x));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        busiest[blockIdx.x] = 255 - (*best & 255);
}

int main()
{
    const int n = 300, threads = 32, blocks = 3;
    const size_t bytes = BINS * 8 + sizeof(unsigned);
    short *x;
    Entry *entries;
    unsigned *busiest;
    CHECK(hipMalloc(&x, n * sizeof(short)));
    CHECK(hipMalloc(&entries, BINS * 8));
    CHECK(hipMalloc(&busiest, blocks * sizeof(unsigned)));
    hipLaunchKernelGGL(hip_style, dim3(blocks), dim3(threads), bytes, 0, x, entries, busiest, n);
    CHECK(hipDeviceSynchronize());
}
// lanescope: arg x [300] random(373, 0, 200)
// lanescope: arg entries [16]
