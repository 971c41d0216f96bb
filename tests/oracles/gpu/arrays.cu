// Private arrays with subscripts that only a run knows, of several types and dimensions.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg a [768] random(12, -1000, 1000)
// lanescope: arg out [768] zeros
// lanescope: arg shuffled [96] zeros
__global__ void arrays(const int *a, int *out, unsigned int *shuffled)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int values[8];
    unsigned char order[8];
    short square[4][4];
    for (int k = 0; k < 8; k++) {
        values[k] = a[i * 8 + k];
        order[k] = (unsigned char)k;
    }
    // Sorting by insertion: places before values.
    for (int k = 1; k < 8; k++) {
        unsigned char one = order[k];
        int j = k;
        for (; j > 0 && values[order[j - 1]] > values[one]; j--) order[j] = order[j - 1];
        order[j] = one;
    }
    for (int k = 0; k < 8; k++) out[i * 8 + k] = values[order[k]] * 8 + order[k];
    for (int k = 0; k < 16; k++) square[k & 3][k >> 2] = (short)(values[k & 7] + k);
    unsigned int hash = 2166136261u;
    for (int turn = 0; turn < 4; turn++)
        for (int k = 0; k < 4; k++) hash = (hash ^ (unsigned short)square[turn][(k + i) & 3]) * 16777619u;
    shuffled[i] = hash;
}
