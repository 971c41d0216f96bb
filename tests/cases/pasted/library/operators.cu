// lanescope: kernel mandel
#include <complex>
struct cuComplex {
  float r, i;
  __device__ cuComplex(float a, float b) : r(a), i(b) {}
  __device__ float magnitude2(void) { return r * r + i * i; }
  __device__ cuComplex operator*(const cuComplex &a) { return cuComplex(r * a.r - i * a.i, i * a.r + r * a.i); }
};
inline __host__ __device__ float3 operator+(const float3 &a, const float3 &b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ int julia(int x, int y) { cuComplex c(-0.8f, 0.156f); return c.magnitude2() > 1000 ? x : y; }
__global__ void mandel(int *out, int width, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
  float zr = 0, zi = 0, cr = x * 0.1f - 1.5f, ci = y * 0.1f - 1.0f;
  while (n < 20 && zr * zr + zi * zi < 4.0f) { float t = zr * zr - zi * zi + cr; zi = 2.0f * zr * zi + ci; zr = t; ++n; }
  out[y * width + x] = n;
}
