// lanescope: kernel fill
__device__ float wave(float x, float amplitude = 1.0f, float phase = 0) { return amplitude * sinf(x + phase); }
__device__ auto deduced(int x) -> int { return x; }
__device__ int &first(int *p) { return p[0]; }
template <typename... Ts> __device__ int count(Ts... ts) { return sizeof...(ts); }
__device__ [[nodiscard]] int marked(int x) { return x; }
__device__ int structured(int2 p) { auto [a, b] = p; return a + b; }
__global__ void fill(float *y, float v) { y[blockIdx.x * blockDim.x + threadIdx.x] = v; }
