// lanescope: kernel conv_rows
texture<float, 2, cudaReadModeElementType> texSrc;
surface<void, cudaSurfaceType2D> outSurf;
#define KERNEL_RADIUS 3
#define IMUL(a, b) __mul24(a, b)
__constant__ float c_Kernel[2 * KERNEL_RADIUS + 1];
template <int i> __device__ float convolutionRow(float x, float y) { return tex2D(texSrc, x + (float)(KERNEL_RADIUS - i), y) * c_Kernel[i] + convolutionRow<i - 1>(x, y); }
template <> __device__ float convolutionRow<-1>(float x, float y) { return 0; }
__global__ void conv_texture(float *dst, int w, int h) { dst[threadIdx.x] = tex2D(texSrc, 0.5f, 0.5f); }
__global__ void conv_rows(float *dst, const float *src, int imageW, int imageH) {
  const int ix = IMUL(blockDim.x, blockIdx.x) + threadIdx.x, iy = IMUL(blockDim.y, blockIdx.y) + threadIdx.y;
  if (ix < KERNEL_RADIUS || ix >= imageW - KERNEL_RADIUS || iy >= imageH) return;
  float sum = 0;
#pragma unroll
  for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; k++) sum += src[IMUL(iy, imageW) + ix + k] * c_Kernel[KERNEL_RADIUS - k];
  dst[IMUL(iy, imageW) + ix] = sum;
}
