// The four nearest of 64 points to each query: an insertion sort in private arrays, points in tiles.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg points [64] random(27, -1, 1)
// lanescope: arg queries [32] random(28, -1, 1)
// lanescope: arg index [128]
// lanescope: arg distance [128]
// lanescope: arg n 64
#define K 4
#define TILE 16

__kernel void knn(__global const float2 *points, __global const float2 *queries, __global int *index,
                  __global float *distance, int n)
{
    __local float2 tile[TILE];
    const int gid = get_global_id(0), lid = get_local_id(0);
    const float2 q = queries[gid];
    float best[K];
    int who[K];
    for (int k = 0; k < K; ++k)
        best[k] = INFINITY, who[k] = -1;
    for (int base = 0; base < n; base += TILE) {
        tile[lid] = points[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE; ++j) {
            const float2 d = tile[j] - q;
            const float square = d.x * d.x + d.y * d.y;
            if (square >= best[K - 1])
                continue;
            int k = K - 1;
            for (; k > 0 && best[k - 1] > square; --k) {
                best[k] = best[k - 1];
                who[k] = who[k - 1];
            }
            best[k] = square;
            who[k] = base + j;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = 0; k < K; ++k) {
        index[gid * K + k] = who[k];
        distance[gid * K + k] = sqrt(best[k]);
    }
}
