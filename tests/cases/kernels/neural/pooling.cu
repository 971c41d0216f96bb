// Maximum with its place, and average without the padding, of windows that overlap.
// lanescope: arg x [98] random(20, -50, 50)
// lanescope: arg top [32]
// lanescope: arg mask [32]
// lanescope: arg mean [32]
struct MaxPool {
    int best = INT_MIN, where = -1;
    __device__ void see(int v, int at) { if (v > best) { best = v; where = at; } }
};
struct AvgPool {
    int sum = 0, count = 0;
    __device__ void see(int v, int) { sum += v; ++count; }
    __device__ float result() const { return count ? sum / (float)count : 0.f; }
};

template <class P> __device__ P pool(const int *plane, int size, int px, int py, int k, int stride, int pad)
{
    P p;
    const int hs = max(py * stride - pad, 0), he = min(py * stride - pad + k, size);
    const int ws = max(px * stride - pad, 0), we = min(px * stride - pad + k, size);
    for (int h = hs; h < he; h++)
        for (int w = ws; w < we; w++)
            p.see(plane[h * size + w], h * size + w);
    return p;
}

__global__ void pooling(const int *x, int *top, int *mask, float *mean, int size, int out)
{
    int px = threadIdx.x, py = threadIdx.y, at = (blockIdx.x * out + py) * out + px;
    const int *plane = x + blockIdx.x * size * size;
    auto [best, where] = pool<MaxPool>(plane, size, px, py, 3, 2, 1);
    top[at] = best;
    mask[at] = where;
    mean[at] = pool<AvgPool>(plane, size, px, py, 3, 2, 1).result();
}

void go(int *x, int *t, int *m, float *a) { pooling<<<2, dim3(4, 4)>>>(x, t, m, a, 7, 4); }
