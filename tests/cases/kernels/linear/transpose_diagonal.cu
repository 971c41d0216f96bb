// Transposes 32 x 24 with blocks in diagonal order, a padded tile, and two rows of a tile to each thread.
// lanescope: arg in [768] iota
// lanescope: arg out [768]
#define TILE 8
#define ROWS 4

__global__ void transposeDiagonal(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int bx, by;
    if (width == height) {
        by = blockIdx.x;
        bx = (blockIdx.x + blockIdx.y) % gridDim.x;
    } else {
        int bid = blockIdx.x + gridDim.x * blockIdx.y;
        by = bid % gridDim.y;
        bx = ((bid / gridDim.y) + by) % gridDim.x;
    }
    int x = bx * TILE + threadIdx.x, y = by * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        tile[threadIdx.y + i][threadIdx.x] = in[x + (y + i) * width];
    __syncthreads();
    x = by * TILE + threadIdx.x;
    y = bx * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        out[x + (y + i) * height] = tile[threadIdx.x][threadIdx.y + i];
}

void host(float *o, float *i)
{
    const int width = 32, height = 24;
    transposeDiagonal<<<dim3(width / TILE, height / TILE), dim3(TILE, ROWS)>>>(o, i, width, height);
}
