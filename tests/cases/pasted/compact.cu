// Keeps what is above zero, in order: each warp counts by a ballot, one lane of it takes room for all.
// lanescope: arg in [250] random(3, -50, 50)
#define FULL 0xffffffffu

__global__ void compact(const int *in, int *out, int *where, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & (warpSize - 1);
    bool keep = i < n && in[i] > 0;
    unsigned votes = __ballot_sync(FULL, keep);
    int before = __popc(votes & ((1u << lane) - 1));
    int leader = __ffs(votes) - 1;
    int base = i / warpSize * warpSize;
    if (keep) {
        unsigned peers = __activemask();
        if (lane == leader) where[i / warpSize] = base + __popc(peers);
        base = __shfl_sync(votes, base, leader);
        out[base + before] = in[i];
    }
}

void host(int *in, int *out, int *where)
{
    cudaMalloc(&in, 250 * sizeof(int));
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMalloc(&where, 8 * sizeof(int));
    compact<<<2, 128>>>(in, out, where, 250);
}
