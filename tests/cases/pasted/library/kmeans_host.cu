#include <cstdio>
#include <cstdlib>
#include <vector>
#define CUDA_CHECK(expr) do { cudaError_t err__ = (expr); if (err__ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err__)); std::exit(1); } } while (0)
static const int N = 512;
static const int K = 5;
__global__ void assign(const float *x, const float *centers, int *cluster, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = INFINITY;
  int at = 0;
  for (int c = 0; c < k; ++c) { const float d = fabsf(x[i] - centers[c]); if (d < best) { best = d; at = c; } }
  cluster[i] = at;
}
int main() {
  std::vector<float> h(N);
  for (auto &v : h) v = rand() / (float)RAND_MAX;
  float *d_x = nullptr, *d_c = nullptr; int *d_a = nullptr;
  CUDA_CHECK(cudaMalloc(&d_x, N * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_c, K * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&d_a, N * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(d_x, h.data(), N * sizeof(float), cudaMemcpyHostToDevice));
  auto grid = [](int n) { return (n + 127) / 128; };
  assign<<<(N + 127) / 128, 128>>>(d_x, d_c, d_a, N, K);
  CUDA_CHECK(cudaGetLastError());
  return 0;
}
