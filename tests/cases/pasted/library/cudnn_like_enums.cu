// lanescope: kernel activate
enum class Activation : unsigned char { kRelu, kTanh, kIdentity };
enum { THREADS = 128 };
union Bits { float f; unsigned u; float2 v; };
template <Activation A> struct Act;
template <> struct Act<Activation::kRelu> { __device__ static float f(float x) { return x > 0 ? x : 0; } };
__device__ __constant__ float kAlpha[4] = { 0.01f, 0.1f, 1.0f, 2.0f };
__device__ float2 split(float x) { Bits b; b.f = x; return b.v; }
extern "C" {
__device__ float leaky(float x) { return x > 0 ? x : kAlpha[0] * x; }
__global__ void activate(float *y, const float *x, int n) { int i = blockIdx.x * THREADS + threadIdx.x; if (i < n) y[i] = leaky(x[i] - 0.5f); }
__global__ void activate_vec(float4 *y, const float4 *x) { y[threadIdx.x] = x[threadIdx.x]; }
}
