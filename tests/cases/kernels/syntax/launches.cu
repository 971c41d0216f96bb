// Kernels of a namespace, one with bounds of its launch; host code in HIP's manner with values worked out from constants.
// lanescope: arg in [240] random(10, -50, 50)
// lanescope: arg out [240]
#include <hip/hip_runtime.h>
#include <cmath>
#include <iostream>
#define HIP_CHECK(call) do { hipError_t err = (call); if (err != hipSuccess) { std::cerr << hipGetErrorString(err) << std::endl; exit(1); } } while (0)

namespace work {
constexpr unsigned kBlock = 1u << 4;
template <unsigned Block, int Times>
__global__ void __launch_bounds__(Block, 2) rotate(const int *__restrict__ in, int *__restrict__ out, size_t n, int shift)
{
    const size_t stride = (size_t)blockDim.x * gridDim.x;
    for (size_t i = blockIdx.x * (size_t)Block + threadIdx.x; i < n; i += stride) {
        size_t from = (i + shift) % n;
        memcpy(out + i, in + from, sizeof(int));
        out[i] *= Times;
    }
}
}

struct Options { int shift = 3; double factor = 2.0; };

int main(int argc, char *argv[])
{
    const size_t n = 15 * 16;
    size_t bytes = n * sizeof(int);
    int *in = nullptr, *out = nullptr;
    HIP_CHECK(hipMalloc(&in, bytes));
    HIP_CHECK(hipMalloc((void **)&out, bytes));
    unsigned blocks = (unsigned)std::ceil((double)n / work::kBlock / 2);
    const int shift = 7 * sizeof(short) - 1;
    hipLaunchKernelGGL((work::rotate<work::kBlock, -2>), dim3(blocks), dim3(work::kBlock), 0, 0, in, out, n, shift);
    HIP_CHECK(hipDeviceSynchronize());
    std::cout << blocks << " blocks\n";
}
