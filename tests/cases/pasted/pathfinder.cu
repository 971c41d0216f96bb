// Dynamic programming with a pyramid in shared memory, flags and a barrier inside a loop.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg wall [256] random(1, 0, 9)
// lanescope: arg from [64] random(2, 0, 9)
// lanescope: arg cols 64
#define BLOCK 16
#define STEPS 4
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

__global__ void pathfinder(const int *wall, const int *from, int *to, int cols)
{
    __shared__ int prev[BLOCK];
    __shared__ int next[BLOCK];
    int tx = threadIdx.x;
    int x = blockIdx.x * BLOCK + tx;
    bool valid = x < cols;
    prev[tx] = valid ? from[x] : 1 << 30;
    __syncthreads();
    for (int step = 0; step < STEPS; step++) {
        bool done = false;
        if (valid && tx > step && tx < BLOCK - 1 - step) {
            int best = MIN(prev[tx - 1], prev[tx]);
            best = MIN(best, prev[tx + 1]);
            next[tx] = best + wall[step * cols + x];
            done = true;
        }
        __syncthreads();
        if (done)
            prev[tx] = next[tx];
        __syncthreads();
    }
    if (valid)
        to[x] = prev[tx];
}
