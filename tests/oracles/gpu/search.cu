// Searching for words in a text of bytes, with a table in shared memory and threads that end early.
// lanescope: global 256
// lanescope: local 64
// lanescope: arg text [256] random(14, 97, 100)
// lanescope: arg found [256] zeros
// lanescope: arg counts [8] zeros
// lanescope: arg length 250
__global__ void search(const char *text, int *found, int *counts, int length)
{
    __shared__ char words[4][4];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    const char all[17] = "abcabdaacddcbaba";
    if (t < 16) words[t >> 2][t & 3] = all[t];
    __syncthreads();
    if (i >= length) return;
    int best = -1;
    for (int w = 0; w < 4 && best < 0; w++) {
        int k = 0;
        while (k < 4 && i + k < length && text[i + k] == words[w][k]) k++;
        if (k == 3 || k == 4) best = w * 10 + k;
        else if (k > 1) atomicAdd(&counts[w], k);
    }
    found[i] = best;
    if (best >= 0) atomicAdd(&counts[4 + best / 10], 1);
}
