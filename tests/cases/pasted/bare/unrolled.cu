// Loops that ask to be unrolled: whole, by a number that divides the turns, by one that does not, around a way out.
#define RADIUS 3
__global__ void unrolled(const float *in, float *out, int n, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0.0f;
    #pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++) {
        int at = i + j;
        if (at < 0 || at >= n) continue;
        sum += in[at];
    }
    #pragma unroll 4
    for (int j = 0; j < 12; ++j) sum = sum * 0.5f + 1.0f;
    #pragma unroll RADIUS
    for (int j = 0; j < turns + i % 5; j++) {
        if (sum > 100.0f) break;
        sum += j;
    }
    #pragma unroll
    for (unsigned a = 4; a > 0; a >>= 1)
        #pragma unroll
        for (int b = 0; b < 3; b++) sum += a * b;
    int k = 0;
    #pragma unroll 3
    do sum -= 0.25f; while (++k < 7);
    out[i] = sum;
}
