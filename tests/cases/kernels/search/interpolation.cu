// Interpolation search in a table of squares: the next place is guessed from the values at both ends.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg table [128]
// lanescope: arg keys [96] random(26, 0, 140)
// lanescope: arg place [96]
struct Range {
    int low, high;
    __device__ explicit operator bool() const { return low <= high; }
};

__global__ void interpolation(unsigned long long *table, const unsigned long long *keys, int *place)
{
    // Each block writes the same squares, so that nobody has to wait for another block.
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        table[i] = (unsigned long long)i * i;
    __syncthreads();
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long key = keys[id] * keys[id] + (id & 1);
    Range r{ 0, 127 };
    int at = -1;
    while (r && key >= table[r.low] && key <= table[r.high]) {
        const auto width = table[r.high] - table[r.low];
        const int guess = width == 0 ? r.low : r.low + (int)((key - table[r.low]) * (r.high - r.low) / width);
        if (table[guess] == key) {
            at = guess;
            break;
        } else if (table[guess] < key)
            r.low = guess + 1;
        else
            r.high = guess - 1;
    }
    place[id] = at;
}
