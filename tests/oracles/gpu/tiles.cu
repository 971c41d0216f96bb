// Tiles of shared memory with padding, of a matrix whose sides are no multiples of them.
// lanescope: global 40 32
// lanescope: local 8 8
// lanescope: arg in [1073] random(15, -100, 100)
// lanescope: arg out [1073] zeros
// lanescope: arg blurred [1073] zeros
// lanescope: arg width 37
// lanescope: arg height 29
__global__ void tiles(const float *in, float *out, float *blurred, int width, int height)
{
    __shared__ float tile[8][9];
    __shared__ float halo[10][10];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    bool inside = x < width && y < height;
    if (inside) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    for (int k = threadIdx.y * 8 + threadIdx.x; k < 100; k += 64) {
        int hx = (int)blockIdx.x * 8 + k % 10 - 1, hy = (int)blockIdx.y * 8 + k / 10 - 1;
        hx = min(max(hx, 0), width - 1);
        hy = min(max(hy, 0), height - 1);
        halo[k / 10][k % 10] = in[hy * width + hx];
    }
    __syncthreads();
    int tx = blockIdx.y * 8 + threadIdx.x, ty = blockIdx.x * 8 + threadIdx.y;
    if (tx < height && ty < width) out[ty * height + tx] = tile[threadIdx.x][threadIdx.y];
    if (!inside) return;
    float sum = 0.0f;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++) sum += halo[threadIdx.y + dy][threadIdx.x + dx] * (float)((dx + 1) * (dy + 1));
    blurred[y * width + x] = sum / 36.0f;
}
