// Depths of brackets by a scan of +1 and -1; where the depth returns, the partner stands.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg text [64] list(40,40,41,40,40,41,41,41,40,40,40,41,41,40,41,41)
// lanescope: arg depth [64]
// lanescope: arg partner [64]
__global__ void brackets(const char *text, signed char *depth, int *partner)
{
    __shared__ signed char d[64];
    const int t = threadIdx.x;
    const char c = text[t];
    d[t] = c == '(' ? 1 : c == ')' ? -1 : 0;
    for (int by = 1; by < 64; by *= 2) {
        __syncthreads();
        signed char left = 0;
        if (t >= by)
            left = d[t - by];
        __syncthreads();
        d[t] += left;
    }
    __syncthreads();
    depth[t] = d[t];
    int other = t;
    if (c == '(') {
        do
            ++other;
        while (d[other] >= d[t]);
        partner[t] = other;
    } else {
        while (other > 0 && d[other - 1] > d[t])
            --other;
        partner[t] = other;
    }
}
