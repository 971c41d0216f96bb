// lanescope: kernel count_bits
__device__ __forceinline__ unsigned lane_id() { unsigned ret; asm volatile("mov.u32 %0, %laneid;" : "=r"(ret)); return ret; }
__device__ int warp_scan(int v) { for (int d = 1; d < 32; d <<= 1) { int t = __shfl_up_sync(0xffffffffu, v, d); if ((int)lane_id() >= d) v += t; } return v; }
__device__ unsigned int smem_u32(void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ bool any_bit(int p) { return __any_sync(0xffffffff, p) || __ballot_sync(~0u, p) != 0; }
__global__ void count_bits(const unsigned *in, int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = __popc(in[i]) + __clz(in[i] | 1); }
