// Rows of very different lengths, one thread to a row.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg rowPtr [33] list(0, 0, 1, 3, 6, 10, 15, 15, 16, 18, 21, 25, 30, 30, 31, 33, 36, 40, 45, 45, 46, 48, 51, 55, 60, 60, 61, 63, 66, 70, 75, 75, 76)
// lanescope: arg colIdx [76] random(17, 0, 39)
// lanescope: arg val [76] random(18, -1, 1)
// lanescope: arg x [40] random(19, -1, 1)
// lanescope: arg y [32] fill(1)
// lanescope: arg nRows 32
// lanescope: arg beta 0.5
struct Csr {
    const int *rowPtr, *colIdx;
    const float *val;

    __device__ float times(const float *x, int row) const
    {
        float sum = 0.f;
        for (int j = rowPtr[row], end = rowPtr[row + 1]; j != end; ++j)
            sum += val[j] * x[colIdx[j]];
        return sum;
    }
};

__global__ void spmv(const int *rowPtr, const int *colIdx, const float *val, const float *x, float *y, int nRows, float beta)
{
    Csr m = {rowPtr, colIdx, val};
    int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row < nRows)
        y[row] = m.times(x, row) + beta * y[row];
}
