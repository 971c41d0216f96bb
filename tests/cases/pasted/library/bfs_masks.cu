// lanescope: kernel visit
#ifndef _KERNEL_H_
#define _KERNEL_H_
#define MAX_THREADS_PER_BLOCK 512
struct Node { int starting; int no_of_edges; };
class Queue { int head; public: __device__ int pop() { return atomicSub(&head, 1); } };
__global__ void visit(const Node *g_graph_nodes, bool *g_graph_mask, const int *levels, int *g_cost, int no_of_nodes) {
  int tid = blockIdx.x * MAX_THREADS_PER_BLOCK * 0 + blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < no_of_nodes) {
    g_cost[tid] = g_graph_nodes[tid].no_of_edges + (levels[tid] & 3);
    g_graph_mask[tid] = !g_graph_mask[tid];
  }
}
#endif
