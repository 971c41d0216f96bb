// Histogram: one copy for each warp-sized part in shared memory, then added to the one in global memory.
// lanescope: arg data [1000] random(17, 0, 255)
// lanescope: arg bins [64]
#define PARTS 4
#define BINS 64

__global__ void histogram(const unsigned char *data, unsigned *bins, int n)
{
    __shared__ unsigned part[PARTS][BINS];
    for (int b = threadIdx.x; b < PARTS * BINS; b += blockDim.x)
        (&part[0][0])[b] = 0;
    __syncthreads();
    unsigned (*mine)[BINS] = &part[threadIdx.x % PARTS];
    const uchar4 *four = (const uchar4 *)data;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        uchar4 v = four[i];
        atomicAdd(&(*mine)[v.x >> 2], 1u);
        atomicAdd(&(*mine)[v.y >> 2], 1u);
        atomicAdd(*mine + (v.z >> 2), 1u);
        atomicInc(&(*mine)[v.w >> 2], 0xffffffffu);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        #pragma unroll
        for (int p = 0; p < PARTS; p++)
            sum += part[p][b];
        if (sum)
            atomicAdd(bins + b, sum);
    }
}

int main() { histogram<<<2, 32>>>(nullptr, nullptr, 1000); }
