// One piece of dynamic shared memory cut into parts of several types.
// lanescope: arg in [96] random(8, -1000, 1000)
// lanescope: arg out [96]
// lanescope: arg most [3]
extern __shared__ double pool[];

__global__ void dynamic_parts(const int *in, int *out, long long *most)
{
    const int n = blockDim.x, t = threadIdx.x;
    long long *wide = (long long *)pool;
    int *words = (int *)(wide + n);
    short *halves = reinterpret_cast<short *>(words + n);
    unsigned char *bytes = (unsigned char *)&halves[n];
    int x = in[blockIdx.x * n + t];
    wide[t] = (long long)x * x * x;
    words[t] = x;
    halves[n - 1 - t] = (short)(x + 1);
    bytes[(t * 7) % n] = (unsigned char)x;
    __syncthreads();
    for (int s = n >> 1; s; s >>= 1) {
        if (t < s && wide[t + s] > wide[t])
            wide[t] = wide[t + s];
        __syncthreads();
    }
    out[blockIdx.x * n + t] = words[n - 1 - t] * 2 + halves[t] + bytes[t];
    if (t == 0)
        most[blockIdx.x] = wide[0];
}

void host(int *in, int *out, long long *most)
{
    const int n = 32;
    size_t bytes = n * (sizeof(long long) + sizeof(int) + sizeof(short) + sizeof(char));
    dynamic_parts<<<3, n, bytes>>>(in, out, most);
}
