// lanescope: kernel leaf
#include <curand_kernel.h>
__global__ void leaf(int *a, int v) { a[blockIdx.x * blockDim.x + threadIdx.x] += v; }
__global__ void parent(int *a, int depth) { if (depth) { parent<<<2, 32>>>(a, depth - 1); cudaDeviceSynchronize(); } leaf<<<1, 32>>>(a, depth); }
__global__ void setup_kernel(curandState *state, unsigned long seed) { int id = threadIdx.x; curand_init(seed, id, 0, &state[id]); }
__global__ void allocate(int **out) { out[0] = (int *)malloc(64); int *p = new int[4]; delete[] p; }
__device__ void trace(const char *fmt, ...) { }
