// Linear algebra with row pointers, 2-D blocks, early return and an unsigned loop that runs down.
// lanescope: global 16 16
// lanescope: local 8 4
// lanescope: arg a [256] random(3, 0, 1)
// lanescope: arg size 16
// lanescope: arg k 2
#define A(r, c) a[(r) * size + (c)]

__global__ void lu_row(float *a, int size, int k)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= size || col >= size || row <= k || col <= k) return;
    float factor = A(row, k) / (A(k, k) + 2.0f);
    float *line = a + row * size;
    line[col] -= factor * A(k, col);
    float keep = line[col];
    for (unsigned r = 3; r-- > 0;)
        keep = 0.5f * (keep + factor);
    line[col] = keep;
}
