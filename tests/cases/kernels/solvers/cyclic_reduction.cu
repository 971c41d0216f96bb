// The same by parallel cyclic reduction: in each step every row loses its neighbours at twice the distance.
// lanescope: arg a [96] random(8, -1, 1)
// lanescope: arg b [96] random(9, 3, 4)
// lanescope: arg c [96] random(10, -1, 1)
// lanescope: arg d [96] random(11, -5, 5)
// lanescope: arg x [96]
struct Row { float a, b, c, d; };

__global__ void pcr(const float *a, const float *b, const float *c, const float *d, float *x)
{
    __shared__ Row rows[32];
    const int i = threadIdx.x, n = blockDim.x, g = blockIdx.x * n + i;
    Row me{i > 0 ? a[g] : 0.0f, b[g], i < n - 1 ? c[g] : 0.0f, d[g]};
    const Row none = {0, 1, 0, 0};
    for (int s = 1; s < n; s *= 2) {
        rows[i] = me;
        __syncthreads();
        const Row up = i >= s ? rows[i - s] : none, down = i + s < n ? rows[i + s] : none;
        float k = -me.a / up.b, l = -me.c / down.b;
        me = {k * up.a, me.b + k * up.c + l * down.a, l * down.c, me.d + k * up.d + l * down.d};
        __syncthreads();
    }
    x[g] = me.d / me.b;
}

void go(float *a, float *b, float *c, float *d, float *x) { pcr<<<3, 32>>>(a, b, c, d, x); }
