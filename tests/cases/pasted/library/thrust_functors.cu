// lanescope: kernel saxpy_plain
#include <thrust/device_vector.h>
#include <thrust/transform.h>
struct saxpy_functor : public thrust::binary_function<float, float, float> {
  const float a;
  saxpy_functor(float _a) : a(_a) {}
  __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
template <typename F> __global__ void for_each(F f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
void saxpy_fast(float A, thrust::device_vector<float> &X, thrust::device_vector<float> &Y) {
  thrust::transform(X.begin(), X.end(), Y.begin(), Y.begin(), saxpy_functor(A));
  for_each<<<1, 256>>>([=] __device__(int i) { return i; }, 256);
}
__global__ void __launch_bounds__(256, 2) saxpy_plain(float a, const float *__restrict__ x, float *__restrict__ y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
