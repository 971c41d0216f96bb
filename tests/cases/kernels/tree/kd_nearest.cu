// The nearest point in a k-d tree that lies level by level in an array, with a stack of subtrees.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg tree [31] random(83, 0, 1000)
// lanescope: arg queries [32] random(84, 0, 1000)
// lanescope: arg nearest [32]
// lanescope: arg n 31
struct Entry {
    int node;
    int bound;
};

__device__ inline int square(int x) { return x * x; }
__device__ inline int along(int2 p, int axis) { return axis ? p.y : p.x; }

// The block sorts its copy by columns and rows until each subtree lies on its side of the node above.
__device__ void build(int2 *points, int2 *tree, int n)
{
    int begin[32], end[32];
    begin[0] = 0;
    end[0] = n;
    for (int node = 0; node < n; ++node) {
        int axis = 0;
        for (int up = node; up > 0; up = (up - 1) / 2)
            axis ^= 1;
        const int low = begin[node], high = end[node];
        for (int i = low + 1; i < high; ++i)
            for (int j = i; j > low && along(points[j], axis) < along(points[j - 1], axis); --j) {
                int2 t = points[j];
                points[j] = points[j - 1];
                points[j - 1] = t;
            }
        const int middle = (low + high) / 2;
        tree[node] = points[middle];
        if (2 * node + 2 < n) {
            begin[2 * node + 1] = low, end[2 * node + 1] = middle;
            begin[2 * node + 2] = middle + 1, end[2 * node + 2] = high;
        }
    }
}

__global__ void kd_nearest(const int2 *tree, const int2 *queries, int *nearest, int n)
{
    __shared__ int2 points[31], nodes[31];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        points[i] = tree[i];
    __syncthreads();
    if (threadIdx.x == 0)
        build(points, nodes, n);
    __syncthreads();
    const int2 q = queries[blockIdx.x * blockDim.x + threadIdx.x];
    Entry stack[8];
    int top = 0, best = 0x7fffffff;
    stack[top++] = { 0, 0 };
    while (top) {
        const Entry e = stack[--top];
        if (e.bound >= best)
            continue;
        int axis = 0;
        for (int up = e.node; up; up = (up - 1) >> 1)
            axis = !axis;
        const int2 p = nodes[e.node];
        best = min(best, square(p.x - q.x) + square(p.y - q.y));
        const int side = along(q, axis) - along(p, axis);
        const int near = 2 * e.node + 1 + (side >= 0), far = 2 * e.node + 1 + (side < 0);
        if (near < n) {
            stack[top++] = { far, max(e.bound, square(side)) };
            stack[top++] = { near, e.bound };
        }
    }
    nearest[blockIdx.x * blockDim.x + threadIdx.x] = best;
}
