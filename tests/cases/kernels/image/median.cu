// The median of nine by a network of exchanges; inner pixels alone.
// lanescope: arg in [256] random(4, 0, 255)
// lanescope: arg out [256] fill(7)
template <typename T> __device__ __forceinline__ void sort2(T &a, T &b)
{
    T low = min(a, b);
    b = max(a, b);
    a = low;
}

__global__ void median3x3(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    int v[9], k = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            v[k++] = in[(y + dy) * w + x + dx];
    sort2(v[1], v[2]); sort2(v[4], v[5]); sort2(v[7], v[8]);
    sort2(v[0], v[1]); sort2(v[3], v[4]); sort2(v[6], v[7]);
    sort2(v[1], v[2]); sort2(v[4], v[5]); sort2(v[7], v[8]);
    sort2(v[0], v[3]); sort2(v[5], v[8]); sort2(v[4], v[7]);
    sort2(v[3], v[6]); sort2(v[1], v[4]); sort2(v[2], v[5]);
    sort2(v[4], v[7]); sort2(v[4], v[2]); sort2(v[6], v[4]);
    sort2(v[4], v[2]);
    out[y * w + x] = v[4];
}

void go(unsigned char *a, unsigned char *b) { median3x3<<<dim3(2, 4), dim3(8, 4)>>>(a, b, 16, 16); }
