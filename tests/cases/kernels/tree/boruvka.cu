// The weight of a least spanning tree by Boruvka: each component takes its lightest edge, until one is left.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg ends [160] random(271, 0, 31)
// lanescope: arg order [160] permutation(272)
// lanescope: arg weight [1]
// lanescope: arg components [1]
#define NODES 32
#define EDGES 160
#define NONE 0xffffffffu

__device__ int root_of(const int *parent, int node)
{
    while (parent[node] != node)
        node = parent[node];
    return node;
}

__global__ void boruvka(const uchar2 *ends, const unsigned *order, unsigned *weight, int *components)
{
    __shared__ int parent[NODES];
    __shared__ unsigned lightest[NODES], total;
    __shared__ bool changed;
    const int t = threadIdx.x;
    if (t < NODES)
        parent[t] = t;
    if (t == 0)
        total = 0;
    do {
        if (t < NODES)
            lightest[t] = NONE;
        __syncthreads();
        if (t == 0)
            changed = false;
        // Weights are all different, so the lightest edge is known by its weight alone.
        for (int e = t; e < EDGES; e += blockDim.x) {
            const int a = root_of(parent, ends[e].x), b = root_of(parent, ends[e].y);
            if (a != b) {
                atomicMin(&lightest[a], order[e] << 8 | e);
                atomicMin(&lightest[b], order[e] << 8 | e);
            }
        }
        __syncthreads();
        if (t == 0)
            for (int node = 0; node < NODES; ++node)
                if (lightest[node] != NONE) {
                    const unsigned e = lightest[node] & 0xff;
                    const int a = root_of(parent, ends[e].x), b = root_of(parent, ends[e].y);
                    if (a == b)
                        continue;
                    parent[max(a, b)] = min(a, b);
                    total += order[e];
                    changed = true;
                }
        __syncthreads();
    } while (changed);
    if (t < NODES && parent[t] == t)
        atomicAdd(components, 1);
    if (t == 0)
        *weight = total;
}
