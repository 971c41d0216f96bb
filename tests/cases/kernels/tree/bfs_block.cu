// Breadth-first search by one block: the frontier of each level is a list in shared memory.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg row [65] iota(0, 3)
// lanescope: arg column [192] random(87, 0, 63)
// lanescope: arg level [64] fill(-1)
// lanescope: arg source 3
#define UNSEEN -1

__global__ void bfs_block(const int *__restrict__ row, const int *__restrict__ column, int *level, int source)
{
    __shared__ int queue[2][64];
    __shared__ int count[2];
    const int t = threadIdx.x;
    if (t == 0) {
        level[source] = 0;
        queue[0][0] = source;
        count[0] = 1;
        count[1] = 0;
    }
    __syncthreads();
    for (int depth = 1, now = 0; count[now] > 0; ++depth) {
        for (int i = t; i < count[now]; i += blockDim.x) {
            const int node = queue[now][i];
            for (int e = row[node]; e < row[node + 1]; ++e) {
                const int next = column[e];
                if (atomicCAS(&level[next], UNSEEN, depth) == UNSEEN)
                    queue[now ^ 1][atomicAdd(&count[now ^ 1], 1)] = next;
            }
        }
        __syncthreads();
        now ^= 1;
        if (t == 0)
            count[now ^ 1] = 0;
        __syncthreads();
    }
}
