// Temperatures of a chip: two steps in one go, with a halo that shrinks.
// lanescope: arg temp [256] random(10, 70, 90)
// lanescope: arg power [256] random(11, 0, 1)
// lanescope: arg out [256]
#define BLOCK 8
#define STEPS 2
#define IN_RANGE(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define CLAMP_RANGE(x, lo, hi) ((x) < (lo) ? (lo) : ((x) > (hi) ? (hi) : (x)))

__global__ void pyramid(const float *power, const float *temp, float *out, int n, float cap, float rx, float amb)
{
    __shared__ float on_cuda[BLOCK][BLOCK], t_new[BLOCK][BLOCK];
    const int small = BLOCK - 2 * STEPS;
    const int tx = threadIdx.x, x = blockIdx.x * small - STEPS + tx;
    for (int ty = threadIdx.y; ty < BLOCK; ty += blockDim.y) {
        int y = blockIdx.y * small - STEPS + ty;
        on_cuda[ty][tx] = IN_RANGE(x, 0, n - 1) && IN_RANGE(y, 0, n - 1) ? temp[y * n + x] : 0.0f;
    }
    __syncthreads();
    for (int s = 1; s <= STEPS; s++) {
        for (int ty = threadIdx.y; ty < BLOCK; ty += blockDim.y) {
            int y = blockIdx.y * small - STEPS + ty;
            if (!IN_RANGE(tx, s, BLOCK - 1 - s) || !IN_RANGE(ty, s, BLOCK - 1 - s) || !IN_RANGE(x, 0, n - 1) || !IN_RANGE(y, 0, n - 1))
                continue;
            int W = CLAMP_RANGE(x - 1, 0, n - 1) - x + tx, E = CLAMP_RANGE(x + 1, 0, n - 1) - x + tx;
            int N = CLAMP_RANGE(y - 1, 0, n - 1) - y + ty, S = CLAMP_RANGE(y + 1, 0, n - 1) - y + ty;
            float c = on_cuda[ty][tx];
            t_new[ty][tx] = c + cap * (power[y * n + x] + (on_cuda[S][tx] + on_cuda[N][tx] - 2.0f * c) * rx
                                       + (on_cuda[ty][E] + on_cuda[ty][W] - 2.0f * c) * rx + (amb - c) * 0.0625f);
        }
        __syncthreads();
        for (int ty = threadIdx.y; ty < BLOCK; ty += blockDim.y)
            if (IN_RANGE(tx, s, BLOCK - 1 - s) && IN_RANGE(ty, s, BLOCK - 1 - s))
                on_cuda[ty][tx] = t_new[ty][tx];
        __syncthreads();
    }
    for (int ty = threadIdx.y; ty < BLOCK; ty += blockDim.y) {
        int y = blockIdx.y * small - STEPS + ty;
        if (IN_RANGE(tx, STEPS, BLOCK - 1 - STEPS) && IN_RANGE(ty, STEPS, BLOCK - 1 - STEPS) && x < n && y < n)
            out[y * n + x] = on_cuda[ty][tx];
    }
}

void go(float *p, float *t, float *o) { pyramid<<<dim3(4, 4), dim3(8, 4)>>>(p, t, o, 16, 0.5f, 0.125f, 80.0f); }
