// Weights 1 4 6 4 1 in both directions: a tile with a halo, rows first, then columns.
// lanescope: arg in [320] random(2, 0, 255)
// lanescope: arg out [320]
#define R 2
#define BX 8
#define BY 4
__constant__ int taps[2 * R + 1] = {1, 4, 6, 4, 1};

__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ int raw[BY + 2 * R][BX + 2 * R];
    __shared__ int rows[BY + 2 * R][BX];
    const int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * BX - R, y0 = blockIdx.y * BY - R;
    for (int y = ty; y < BY + 2 * R; y += BY)
        for (int x = tx; x < BX + 2 * R; x += BX) {
            int sx = min(max(x0 + x, 0), w - 1), sy = min(max(y0 + y, 0), h - 1);
            raw[y][x] = in[sy * w + sx];
        }
    __syncthreads();
    for (int y = ty; y < BY + 2 * R; y += BY) {
        int s = 0;
        #pragma unroll
        for (int k = 0; k <= 2 * R; k++)
            s += taps[k] * raw[y][tx + k];
        rows[y][tx] = s;
    }
    __syncthreads();
    int s = 0;
    #pragma unroll
    for (int k = -R; k <= R; k++)
        s += taps[k + R] * rows[ty + R + k][tx];
    const int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
    if (x < w && y < h)
        out[y * w + x] = (s + 128) >> 8;
}

void go(unsigned char *a, unsigned char *b)
{
    int w = 20, h = 16;
    dim3 block(BX, BY), grid((w + BX - 1) / BX, (h + BY - 1) / BY);
    blur<<<grid, block>>>(a, b, w, h);
}
