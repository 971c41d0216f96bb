// lanescope: kernel scale_f32
#include "common.cuh"
#define CUDA_SCALE_BLOCK_SIZE 128
#define GGML_UNUSED(x) (void)(x)
static constexpr int kWarp = 32;
template <typename T, typename... Args> static void launch(Args &&...args);
typedef void (*dequantize_kernel_t)(const void *vx, const int ib, const int iqs, float2 &v);
struct block_q8_0 { half d; int8_t qs[32]; };
static __device__ __forceinline__ float2 warp_reduce_sum(float2 a) {
#pragma unroll
  for (int mask = 16; mask > 0; mask >>= 1) { a.x += __shfl_xor_sync(0xffffffff, a.x, mask, 32); }
  return a;
}
template <int qk, int qr, dequantize_kernel_t dequantize_kernel>
static __global__ void k_get_rows(const void *src0, const int32_t *src1, float *dst) { float2 v; dequantize_kernel(src0, 0, 0, v); dst[0] = v.x; }
static __device__ __forceinline__ float op_silu(float x) { return x / (1.0f + expf(-x)); }
static __global__ void scale_f32(const float *x, float *dst, const float scale, const float bias, const int k) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= k) { return; }
  dst[i] = op_silu(scale * x[i] + bias);
}
static void scale_f32_cuda(const float *x, float *dst, const float scale, const int k, cudaStream_t stream) {
  const int num_blocks = (k + CUDA_SCALE_BLOCK_SIZE - 1) / CUDA_SCALE_BLOCK_SIZE;
  scale_f32<<<num_blocks, CUDA_SCALE_BLOCK_SIZE, 0, stream>>>(x, dst, scale, 0.0f, k);
}
void ggml_cuda_op_scale(ggml_backend_cuda_context &ctx, ggml_tensor *dst) {
  const ggml_tensor *src0 = dst->src[0];
  GGML_ASSERT(src0->type == GGML_TYPE_F32);
  float scale; memcpy(&scale, (float *)dst->op_params + 0, sizeof(float));
  scale_f32_cuda((const float *)src0->data, (float *)dst->data, scale, ggml_nelements(src0), ctx.stream());
}
