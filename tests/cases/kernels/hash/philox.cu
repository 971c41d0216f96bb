// Philox 4x32-10: random numbers out of a counter, by high halves of products.
// lanescope: arg out [64]
// lanescope: arg key 0xdeadbeef
#include <cuda_runtime.h>
#include <cstdio>

struct philox_key {
    unsigned lo, hi;
};

__device__ uint4 philox_round(uint4 c, philox_key k)
{
    const unsigned hi0 = __umulhi(0xd2511f53u, c.x), lo0 = 0xd2511f53u * c.x;
    const unsigned hi1 = __umulhi(0xcd9e8d57u, c.z), lo1 = 0xcd9e8d57u * c.z;
    return make_uint4(hi1 ^ c.y ^ k.lo, lo1, hi0 ^ c.w ^ k.hi, lo0);
}

__global__ void philox(uint4 *out, float *uniform, unsigned key)
{
    const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 c = { tid, 0u, 7u, ~tid };
    philox_key k{ key, key >> 3 };
    for (int round = 0; round < 10; ++round, k.lo += 0x9e3779b9u, k.hi += 0xbb67ae85u)
        c = philox_round(c, k);
    out[tid] = c;
    uniform[tid] = (c.x >> 8) * (1.0f / 16777216.0f);
}

int main(int argc, char **argv)
{
    const int n = 64;
    uint4 *out;
    float *uniform;
    cudaMalloc((void **)&out, n * sizeof(*out));
    cudaMalloc((void **)&uniform, n * sizeof(float));
    dim3 block(32), grid((n + block.x - 1) / block.x);
    philox<<<grid, block>>>(out, uniform, 0xdeadbeefu);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
}
