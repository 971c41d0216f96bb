// lanescope: kernel reduce_plain
#ifndef _REDUCE_KERNEL_H_
#define _REDUCE_KERNEL_H_
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <class T> struct SharedMemory {
  __device__ inline operator T *() { extern __shared__ int __smem[]; return (T *)__smem; }
  __device__ inline operator const T *() const { extern __shared__ int __smem[]; return (T *)__smem; }
};
template <> struct SharedMemory<double> { __device__ inline operator double *() { extern __shared__ double __smem_d[]; return (double *)__smem_d; } };
template <class T> __device__ __forceinline__ T warpReduceSum(unsigned int mask, T mySum) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) mySum += __shfl_down_sync(mask, mySum, offset);
  return mySum;
}
template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce7(const T *__restrict__ g_idata, T *__restrict__ g_odata, unsigned int n) {
  T *sdata = SharedMemory<T>();
  if constexpr (blockSize >= 512) { if (threadIdx.x < 256) sdata[threadIdx.x] += sdata[threadIdx.x + 256]; }
  auto block = cg::this_thread_block(); cg::sync(block);
}
extern "C" bool isPow2(unsigned int x);
extern "C" __global__ void reduce_plain(const int *g_idata, int *g_odata) {
  __shared__ int s[128];
  unsigned int t = threadIdx.x;
  s[t] = g_idata[blockIdx.x * 128 + t];
  __syncthreads();
  for (unsigned int k = 64; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) g_odata[blockIdx.x] = s[0];
}
template <class T> void reduce(int size, int threads, int blocks, T *d_idata, T *d_odata) {
  switch (threads) { case 512: reduce7<T, 512, true><<<blocks, threads>>>(d_idata, d_odata, size); break; }
}
template void reduce<int>(int, int, int, int *, int *);
#endif
