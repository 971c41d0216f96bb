// A graph is coloured in rounds: whoever has the largest weight among neighbours without a colour takes one.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg weight [64] permutation(102)
// lanescope: arg color [64]
// lanescope: arg rounds [1]
#define DEGREE 6

__global__ void coloring(const int *weight, int *color, int *rounds)
{
    __shared__ int c[64];
    __shared__ int open;
    constexpr int step[DEGREE] = { 1, -1, 7, -7, 20, -20 };
    const int v = threadIdx.x;
    c[v] = -1;
    int round = 0;
    while (true) {
        if (v == 0)
            open = 0;
        __syncthreads();
        bool wins = c[v] < 0;
        unsigned used = 0;
        for (int s : step) {
            const int other = (v + s) & 63;
            if (c[other] >= 0)
                used |= 1u << c[other];
            else if (weight[other] > weight[v])
                wins = false;
        }
        __syncthreads();
        if (wins)
            c[v] = __ffs(~used) - 1;
        else if (c[v] < 0)
            atomicOr(&open, 1);
        __syncthreads();
        ++round;
        if (!open)
            break;
        __syncthreads();
    }
    color[v] = c[v];
    if (v == 0)
        *rounds = round;
}
