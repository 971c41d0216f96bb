// Run-length encoding: heads of runs, a scan of them, then each head writes its value and length.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg text [64] random(70, 0, 2)
// lanescope: arg runs [64]
// lanescope: arg count [1]
struct Run {
    unsigned char value;
    unsigned short length;
};
static_assert(sizeof(Run) == 4, "a byte, a gap, a short");

__global__ void rle(const unsigned char *text, Run *runs, unsigned *count)
{
    __shared__ unsigned char head[65];
    __shared__ unsigned short place[64];
    const int t = threadIdx.x;
    head[t] = t == 0 || text[t] != text[t - 1];
    if (t == 0)
        head[64] = 1;
    __syncthreads();
    unsigned short before = 0;
    for (int k = 0; k < t; ++k)
        before += head[k];
    place[t] = before;
    __syncthreads();
    if (head[t]) {
        unsigned short length = 1;
        while (!head[t + length])
            length++;
        runs[place[t]] = Run{ text[t], length };
    }
    if (t == 63)
        *count = before + head[t];
}
