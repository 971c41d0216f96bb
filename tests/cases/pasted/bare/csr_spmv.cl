// Sparse matrix times vector, one row per work-item (compressed rows).
__kernel void csr_spmv(__global const int *row_ptr, __global const int *cols, __global const float *vals,
                       __global const float *x, __global float *y, const int num_rows)
{
    int row = get_global_id(0);
    if (row < num_rows) {
        float sum = 0.0f;
        for (int j = row_ptr[row]; j < row_ptr[row + 1]; ++j)
            sum += vals[j] * x[cols[j]];
        y[row] = sum;
    }
}
