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
