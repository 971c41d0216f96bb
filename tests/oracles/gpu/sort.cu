// A bitonic sort of each block's keys in shared memory, with their values, and a merge of two blocks by binary search.
// lanescope: global 128
// lanescope: local 64
// lanescope: arg keys [128] random(16, -60, 60)
// lanescope: arg sorted [128] zeros
// lanescope: arg from [128] zeros
__global__ void sort(const int *keys, long long *sorted, int *from)
{
    __shared__ long long line[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    line[t] = ((long long)keys[i] << 32) | (long long)i;
    for (int size = 2; size <= 64; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            int other = t ^ step;
            if (other > t) {
                bool up = (t & size) == 0;
                if ((line[t] > line[other]) == up) {
                    long long one = line[t];
                    line[t] = line[other];
                    line[other] = one;
                }
            }
        }
    }
    __syncthreads();
    sorted[i] = line[t];
    // How many of the block are less than this thread's first key?
    int low = 0, high = 64;
    while (low < high) {
        int middle = (low + high) / 2;
        if ((line[middle] >> 32) < (long long)keys[i]) low = middle + 1;
        else high = middle;
    }
    from[i] = low;
}
