// Numbers are halved from one queue into another until all are one: two queues in shared memory change places.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg seeds [20] random(346, 1, 40)
// lanescope: arg ones [1]
// lanescope: arg rounds [1]
// lanescope: arg work [1]
class Queue {
    int items[256];
    int count;

  public:
    __device__ void clear() { count = 0; }
    __device__ int size() const { return count; }
    __device__ int operator[](int i) const { return items[i]; }
    __device__ void push(int item) { items[atomicAdd(&count, 1)] = item; }
};

__global__ void two_queues(const int *seeds, int *ones, int *rounds, int *work)
{
    __shared__ Queue queues[2];
    const int t = threadIdx.x;
    if (t < 2)
        queues[t].clear();
    __syncthreads();
    if (t < 20)
        queues[0].push(seeds[t] % 11 + 1);
    __syncthreads();
    int now = 0, turn = 0, done = 0;
    for (; queues[now].size() > 0; ++turn) {
        Queue &from = queues[now], &to = queues[1 - now];
        for (int i = t; i < from.size(); i += 32) {
            const int n = from[i];
            ++done;
            if (n == 1) {
                atomicAdd(ones, 1);
                continue;
            }
            to.push(n / 2);
            to.push(n - n / 2);
        }
        __syncthreads();
        if (t == 0)
            from.clear();
        __syncthreads();
        now = 1 - now;
    }
    atomicAdd(work, done);
    if (t == 0)
        *rounds = turn;
}
