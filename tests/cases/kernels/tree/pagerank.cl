// A step of PageRank: each node gathers from those that link to it, in the order of the list.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg offsets [65] iota(0, 4)
// lanescope: arg sources [256] random(91, 0, 63)
// lanescope: arg degree [64] random(92, 1, 9)
// lanescope: arg rank [64] random(93, 0, 1)
// lanescope: arg next [64]
// lanescope: arg residual [64]
// lanescope: arg damping 0.85
// lanescope: arg n 64
__kernel void pagerank(__global const int *offsets, __global const int *sources, __global const int *degree,
                       __global const float *rank, __global float *next, __global float *residual, float damping, int n)
{
    int v = get_global_id(0);
    if (v >= n) return;
    float sum = 0.0f;
    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int u = sources[e];
        sum += rank[u] / degree[u];
    }
    const float updated = (1.0f - damping) / n + damping * sum;
    residual[v] = fabs(updated - rank[v]);
    next[v] = updated;
}
