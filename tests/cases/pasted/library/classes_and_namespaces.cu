// lanescope: kernel integrate
#pragma once
#include <cmath>
namespace sim::detail {
inline namespace v2 {
class Grid {
 public:
  explicit Grid(int n) : n_(n), data_(std::make_unique<float[]>(n)) {}
  __host__ __device__ int size() const noexcept { return n_; }
  template <typename T> T at(int i) const { return static_cast<T>(data_[i]); }
 private:
  int n_;
  std::unique_ptr<float[]> data_;
};
constexpr float kDt = 0.5f;
__device__ inline float clampf(float v, float lo, float hi) { return fminf(fmaxf(v, lo), hi); }
}  // namespace v2
}  // namespace sim::detail
namespace { template <typename T> __device__ T lerp(T a, T b, T t) { return a + t * (b - a); } }
__global__ void integrate(float *pos, const float *vel, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pos[i] = sim::detail::clampf(pos[i] + vel[i] * sim::detail::kDt, -1.0f, 1.0f);
}
