// lanescope: title One level of a breadth-first search
// lanescope: look Few nodes are in the current level, each with another number of edges: lanes without work wait
// lanescope: look for those with many. Loads are gathers.
// lanescope: machine simt/teaching
// lanescope: global 16
// lanescope: local 8
// lanescope: arg first_edge [17] list(0, 4, 6, 7, 9, 12, 13, 16, 18, 19, 21, 22, 24, 26, 27, 28, 30)
// lanescope: arg edges [30] list(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 0, 5, 9, 3, 7, 11, 2, 6, 8, 12, 4, 10, 13, 15)
// lanescope: arg level [16] list(-1, 0, 0, -1, 0, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1)
// lanescope: arg changed [1]
// lanescope: arg current 0
// lanescope: arg nodes 16
__global__ void bfs_level(const int *first_edge, const int *edges, int *level, int *changed, int current, int nodes)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < nodes && level[node] == current) {
        for (int e = first_edge[node]; e < first_edge[node + 1]; e++) {
            int neighbour = edges[e];
            if (level[neighbour] < 0) {
                level[neighbour] = current + 1;
                *changed = 1;
            }
        }
    }
}
