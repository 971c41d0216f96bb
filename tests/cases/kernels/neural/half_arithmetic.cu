// Sums and products in half: every operation rounds; pairs have operations of their own.
#include <cuda_fp16.h>
// lanescope: arg a [128] random(22, -4, 4)
// lanescope: arg b [128] random(23, -4, 4)
// lanescope: arg out [384]
__global__ void half_arithmetic(const half *a, const half *b, half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const half2 *a2 = (const half2 *)a, *b2 = (const half2 *)b;
    half2 *o2 = (half2 *)out;
    half2 x = a2[i], y = b2[i];
    o2[3 * i] = __hfma2(x, y, __float2half2_rn(0.5f));
    o2[3 * i + 1] = __halves2half2(__low2half(x) / (y.y + half(8)), __hsub(__high2half(x), y.x));
    half s = __hadd(x.x, y.y) * x.y;
    half m = __hmax(x.x, __hneg(y.x));
    o2[3 * i + 2] = make_half2(s, __hlt(x.y, y.y) ? m : __float2half(2.0f));
}

void go(half *a, half *b, half *o) { half_arithmetic<<<2, 32>>>(a, b, o, 128); }
