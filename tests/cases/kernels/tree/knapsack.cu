// A knapsack: the best value for each capacity, item after item, two rows that change places.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg weight [12] random(277, 1, 20)
// lanescope: arg value [12] random(278, 1, 99)
// lanescope: arg best [64]
// lanescope: arg taken [64]
__global__ void knapsack(const int *weight, const int *value, int *best, unsigned short *taken)
{
    __shared__ struct {
        int value;
        unsigned short items;
    } row[2][64];
    const int capacity = threadIdx.x;
    int now = 0;
    row[0][capacity].value = 0;
    row[0][capacity].items = 0;
    __syncthreads();
    for (int i = 0; i < 12; ++i, now = !now) {
        auto &to = row[!now][capacity];
        to = row[now][capacity];
        if (weight[i] <= capacity) {
            const auto &from = row[now][capacity - weight[i]];
            if (from.value + value[i] > to.value) {
                to.value = from.value + value[i];
                to.items = from.items | 1u << i;
            }
        }
        __syncthreads();
    }
    best[capacity] = row[now][capacity].value;
    taken[capacity] = row[now][capacity].items;
}
