// lanescope: title Sparse matrix times vector (CSR)
// lanescope: look A row to a work-item: rows of different length leave lanes idle, and the entries of x are gathered
// lanescope: look wherever the columns say. Compare the lines of the loads of `value` with those of `x`.
// lanescope: machine simt/teaching
// lanescope: global 16
// lanescope: local 16
// lanescope: arg start [17] {0, 3, 4, 9, 11, 11, 15, 16, 22, 24, 27, 28, 33, 35, 36, 40, 42}
// lanescope: arg column int[42] random(5, 0, 15)
// lanescope: arg value float[42] random(6, -2, 2)
// lanescope: arg x [16] iota(1, 0.5)
// lanescope: arg y [16]
// lanescope: arg rows 16
__kernel void spmv(__global const int *start, __global const int *column, __global const float *value,
                   __global const float *x, __global float *y, const int rows)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = start[row]; k < start[row + 1]; k++)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}
