// Lists in arrays: the node behind the next one is asked for before it is needed.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg next [48] permutation(7)
// lanescope: arg weight [48] iota
// lanescope: arg length [48] zeros
// lanescope: arg total [48] zeros
struct Node {
    const int *next;
    const int *weight;

    __device__ void bring(int at) const
    {
        __builtin_prefetch(next + at);
        __builtin_prefetch(&weight[at], 0, 1);
    }
};

__global__ void ahead_of_lists(const int *next, const int *weight, int *length, int *total)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x, at = me, steps = 0, sum = 0;
    Node list = {next, weight};
    do {
        list.bring(next[at]);
        sum += weight[at];
        at = next[at];
        steps++;
    } while (at != me);
    length[me] = steps;
    total[me] = sum;
}
