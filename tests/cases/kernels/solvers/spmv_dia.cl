// A matrix of diagonals: offsets with signs, a strip of values to each of them.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg offsets [5] list(-8, -1, 0, 1, 9)
// lanescope: arg values [320] random(17, -4, 4)
// lanescope: arg x [60] random(18, -4, 4)
// lanescope: arg y [60]
// lanescope: arg n 60
// lanescope: arg diagonals 5
// lanescope: arg stride 64
__kernel void spmv_dia(__constant int *offsets, __global const float *values, __global const float *x, __global float *y,
                       int n, int diagonals, int stride)
{
    __local int at[8];
    int row = get_global_id(0);
    if (get_local_id(0) < (size_t)diagonals)
        at[get_local_id(0)] = offsets[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < n) {
        float sum = 0;
        for (int d = 0; d < diagonals; ++d) {
            int col = row + at[d];
            if (col >= 0 && col < n)
                sum += values[d * stride + row] * x[col];
        }
        y[row] = sum;
    }
}
