// Matrix product with sizes as macros and a 2-D launch, as benchmark suites write it.
typedef float DATA_TYPE;
#define NI 64
#define NJ 64
#define NK 64
__kernel void gemm(__global DATA_TYPE *a, __global DATA_TYPE *b, __global DATA_TYPE *c, DATA_TYPE alpha, DATA_TYPE beta)
{
    int j = get_global_id(0);
    int i = get_global_id(1);
    if ((i < NI) && (j < NJ)) {
        c[i * NJ + j] *= beta;
        for (int k = 0; k < NK; k++)
            c[i * NJ + j] += alpha * a[i * NK + k] * b[k * NJ + j];
    }
}
