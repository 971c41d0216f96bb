// A wavefront over a tile of scores with one row and column before it.
#define B 16
__global__ void nw(const int *reference, int *matrix, int cols, int penalty, int i, int block_width)
{
    __shared__ int temp[B + 1][B + 1];
    int bx = blockIdx.x, tx = threadIdx.x;
    int base = bx * B + cols + 1;
    for (int ty = 0; ty <= B; ty++) temp[ty][tx + 1] = matrix[base - cols + ty * cols + tx];
    if (tx == 0) for (int ty = 0; ty <= B; ty++) temp[ty][0] = matrix[base - cols - 1 + ty * cols];
    __syncthreads();
    for (int m = 0; m < B; m++) {
        if (tx <= m) {
            int x = tx + 1, y = m - tx + 1;
            int up = temp[y - 1][x] - penalty, left = temp[y][x - 1] - penalty;
            int diagonal = temp[y - 1][x - 1] + reference[base + (y - 1) * cols + x - 1];
            temp[y][x] = max(diagonal, max(up, left));
        }
        __syncthreads();
    }
    for (int ty = 0; ty < B; ty++) matrix[base + ty * cols + tx] = temp[ty + 1][tx + 1];
}
