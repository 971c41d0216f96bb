// A work-efficient exclusive scan of two elements for each thread, with gaps against conflicts of banks.
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

__global__ void blelloch(unsigned *g_odata, const unsigned *g_idata, int n)
{
    extern __shared__ unsigned temp[];
    const int tid = threadIdx.x, base = blockIdx.x * n;
    int offset = 1;
    const int ai = tid, bi = tid + n / 2;
    const int offset_a = CONFLICT_FREE_OFFSET(ai), offset_b = CONFLICT_FREE_OFFSET(bi);
    temp[ai + offset_a] = g_idata[base + ai];
    temp[bi + offset_b] = g_idata[base + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (tid == 0)
        temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            const unsigned t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    g_odata[base + ai] = temp[ai + offset_a];
    g_odata[base + bi] = temp[bi + offset_b];
}

int main()
{
    const int n = 64, blocks = 3;
    unsigned *in, *out;
    cudaMalloc(&in, blocks * n * sizeof(unsigned));
    cudaMalloc(&out, blocks * n * sizeof(unsigned));
    blelloch<<<blocks, n / 2, (n + (n >> LOG_NUM_BANKS)) * sizeof(unsigned)>>>(out, in, n);
}
// lanescope: arg g_idata [192] random(62, 0, 0x7fffffff)
