// A layer with weights in bfloat16: products and sums in float, the result rounded back.
#include <cuda_bf16.h>
// lanescope: arg w ushort[256] random(24, 16000, 16300)
// lanescope: arg x ushort[16] random(25, 48900, 49100)
// lanescope: arg bias [16] random(26, -2, 2)
// lanescope: arg y ushort[16] zeros
// lanescope: arg z ushort[16] zeros
__global__ void bfloat_linear(const __nv_bfloat16 *w, const __nv_bfloat16 *x, const float *bias, __nv_bfloat16 *y, __nv_bfloat16 *z)
{
    int row = threadIdx.x;
    float acc = bias[row];
    __nv_bfloat16 small = __float2bfloat16(0.0f);
    for (int k = 0; k < 16; k++) {
        acc += __bfloat162float(w[row * 16 + k]) * __bfloat162float(x[k]);
        small = small + w[row * 16 + k] * x[k];
    }
    y[row] = __float2bfloat16(acc);
    z[row] = small;
}

void go(__nv_bfloat16 *w, __nv_bfloat16 *x, float *b, __nv_bfloat16 *y, __nv_bfloat16 *z) { bfloat_linear<<<1, 16>>>(w, x, b, y, z); }
