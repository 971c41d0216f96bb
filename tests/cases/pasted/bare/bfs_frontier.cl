// One level of a breadth-first search over nodes with a first edge and a number of edges.
typedef struct { int starting; int no_of_edges; } Node;
__kernel void bfs_level(__global const Node *nodes, __global int *edges, __global char *mask, __global char *updating,
                        __global char *visited, __global int *cost, const int no_of_nodes)
{
    int tid = get_global_id(0);
    if (tid < no_of_nodes && mask[tid]) {
        mask[tid] = 0;
        for (int i = nodes[tid].starting; i < nodes[tid].no_of_edges + nodes[tid].starting; i++) {
            int id = edges[i];
            if (!visited[id]) {
                cost[id] = cost[tid] + 1;
                updating[id] = 1;
            }
        }
    }
}
