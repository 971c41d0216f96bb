// Four columns to a work-item: rows of B are read as float4.
// lanescope: global 4 12
// lanescope: local 4 4
// lanescope: arg A [96] random(5, -1, 1)
// lanescope: arg B [128] random(6, -1, 1)
// lanescope: arg C [192] fill(1)
// lanescope: arg K 8
// lanescope: arg alpha 1.5
// lanescope: arg beta -0.5
typedef float4 strip;

__kernel void gemm_strips(__global const float *A, __global const float *B, __global strip *C, const int K,
                          const float alpha, const float beta)
{
    const size_t strips = get_global_size(0), s = get_global_id(0), row = get_global_id(1);
    strip sum = (strip)(0.0f);
    for (int k = 0; k < K; k++)
        sum += A[row * K + k] * vload4(k * strips + s, B);
    C[row * strips + s] = alpha * sum + beta * C[row * strips + s];
}
