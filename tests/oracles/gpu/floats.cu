// What is exact of floats: arithmetic, roots, remainders, roundings, conversions, comparisons.
// lanescope: global 128
// lanescope: local 64
// lanescope: arg a [128] random(4, -1000, 1000)
// lanescope: arg b [128] random(5, -50, 50)
// lanescope: arg out [4096] zeros
// lanescope: arg whole [2048] zeros
__device__ float edge(int i, float other)
{
    const float edges[8] = {0.0f, 1.0f, -1.0f, 3.4e38f, 1.0e-40f, -2.5f, 8388609.0f, 0.5f};
    return (i & 3) == 0 ? edges[(i >> 2) & 7] : other;
}

__global__ void floats(const int *a, const int *b, float *out, int *whole)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = edge(i, (float)a[i] / 7.0f), y = edge(i + 1, (float)b[i] * 0.37f), z = x * 0.3f - y;
    float *o = out + i * 32;
    o[0] = x + y;
    o[1] = x - y;
    o[2] = x * y;
    o[3] = x / y;
    o[4] = sqrtf(fabsf(x));
    o[5] = fmaf(x, y, z);
    o[6] = fmodf(x, y);
    o[7] = floorf(x);
    o[8] = ceilf(x);
    o[9] = truncf(y);
    o[10] = rintf(x);
    o[11] = roundf(y);
    o[12] = copysignf(x, y);
    o[13] = fminf(x, y);
    o[14] = fmaxf(x, y);
    o[15] = fdimf(x, y);
    o[16] = ldexpf(y, b[i]);
    o[17] = __fadd_rn(x, y);
    o[18] = __fmul_rn(x, y);
    o[19] = __fdiv_rn(x, z);
    o[20] = __fsqrt_rn(fabsf(z));
    o[21] = __fmaf_rn(y, z, x);
    o[22] = __frcp_rn(y);
    o[23] = __saturatef(y);
    o[24] = (float)(double)x + (float)((double)x * (double)y);
    o[25] = __int2float_rn(a[i] * 1000003);
    o[26] = __uint2float_rn((unsigned int)a[i] * 1000003u);
    o[27] = (float)((long long)a[i] * 1000000000039LL);
    o[28] = x < y ? x : z;
    o[29] = nearbyintf(z);
    o[30] = __int_as_float((__float_as_int(x) & 0x7fffffff) ^ 0x00400000);
    o[31] = -x;
    float f = y * 3.0f;
    int *w = whole + i * 16;
    w[0] = __float2int_rn(f);
    w[1] = __float2int_rz(f);
    w[2] = __float2int_ru(f);
    w[3] = __float2int_rd(f);
    w[4] = (int)__float2uint_rn(fabsf(f));
    w[5] = (int)__float2uint_rz(fabsf(f));
    w[6] = (int)__float2uint_ru(fabsf(f));
    w[7] = (int)__float2uint_rd(fabsf(f));
    w[8] = fabsf(x) < 2.0e9f ? (int)x : -1;
    w[9] = (isnan(x / y) ? 1 : 0) + (isinf(x / y) ? 2 : 0) + (signbit(x) ? 4 : 0) + (isfinite(y) ? 8 : 0);
    w[10] = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y);
    w[11] = __float_as_int(x * 1.0e-20f * 1.0e-20f);
    w[12] = (int)lrintf(y);
    w[13] = fabsf(y) < 1.0e6f ? (int)(long long)(y * 1000.0f) : 0;
    w[14] = (unsigned char)(fabsf(y) < 255.0f ? y * y < 255.0f ? y * y : 1.0f : 2.0f);
    w[15] = (x != 0.0f && y != 0.0f) ? 1 : 0;
}
