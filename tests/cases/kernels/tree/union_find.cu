// Connected components: roots are hooked below smaller ones by compare-and-swap, then ways are shortened.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg a [40] random(94, 0, 63)
// lanescope: arg b [40] random(95, 0, 63)
// lanescope: arg parent [64] iota
// lanescope: arg label [64]
// lanescope: arg done [1] fill(0)
__device__ int find_root(volatile int *parent, int node)
{
    int up;
    while ((up = parent[node]) != node)
        node = up;
    return node;
}

__device__ void unite(int *parent, int a, int b)
{
    for (;;) {
        a = find_root(parent, a);
        b = find_root(parent, b);
        if (a == b)
            return;
        const int high = max(a, b), low = min(a, b);
        if (atomicCAS(parent + high, high, low) == high)
            return;
    }
}

__global__ void union_find(const int *a, const int *b, int *parent, int *label, unsigned *done)
{
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 40)
        unite(parent, a[i], b[i]);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(done, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last)
        for (int node = threadIdx.x; node < 64; node += blockDim.x)
            parent[node] = label[node] = find_root(parent, node);
}
