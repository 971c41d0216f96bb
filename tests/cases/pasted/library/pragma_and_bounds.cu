// lanescope: kernel stream_triad
#if defined(__CUDACC_RTC__)
#error "not for this compiler"
#endif
#if __CUDA_ARCH__ >= 600
#define HAS_ATOMIC_DOUBLE 1
#endif
#ifdef _MSC_VER
#define ALIGN(x) __declspec(align(x))
#else
#define ALIGN(x) __attribute__((aligned(x)))
#endif
#define RESTRICT __restrict__
struct ALIGN(16) packed4 { float v[4]; };
typedef struct { unsigned mode : 3; unsigned flags : 5; } config_t;
static __device__ unsigned long long ticks() { return clock64(); }
template <unsigned N> using array_t = float[N];
__launch_bounds__(128) __global__ void stream_triad(const double *RESTRICT a, const double *RESTRICT b, double *RESTRICT c, double s, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) c[i] = a[i] + s * b[i];
}
