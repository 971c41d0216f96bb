// Rows read, columns written: the tile is a template over its padding, its rows counted by two dimensions of threads.
// lanescope: arg in [512] iota
// lanescope: arg out [512]
template <typename T, int DIM, int PAD = 1>
__global__ void transpose_chunk(const T *__restrict__ in, T *__restrict__ out, int width, int height)
{
    __shared__ T tile[DIM * (DIM + PAD)];
    constexpr int pitch = DIM + PAD;
    auto index = [](int x, int y) { return y * pitch + x; };
    int x0 = blockIdx.x * DIM, y0 = blockIdx.y * DIM;
    for (int y = threadIdx.y; y < DIM; y += blockDim.y)
        tile[index(threadIdx.x, y)] = in[(y0 + y) * width + x0 + threadIdx.x];
    __syncthreads();
    for (int y = threadIdx.y; y < DIM; y += blockDim.y)
        out[(x0 + y) * height + y0 + threadIdx.x] = tile[index(y, threadIdx.x)];
}

void host(const short *in, short *out)
{
    transpose_chunk<short, 8><<<dim3(4, 2), dim3(8, 2)>>>(in, out, 32, 16);
}
