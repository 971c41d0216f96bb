// ELLPACK: as many places in every row, column after column, those that are not used marked with -1.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg col [384] random(23, -1, 60)
// lanescope: arg val [384] random(24, -2, 2)
// lanescope: arg x [61] random(25, -2, 2)
// lanescope: arg y [64]
// lanescope: arg rows 61
// lanescope: arg width 6
__kernel void spmv_ell(__global const int *col, __global const float *val, __global const float *x, __global float *y,
                       const int rows, const int width)
{
    const int r = get_global_id(0), stride = get_global_size(0);
    if (r >= rows) return;
    float dot_row = 0.0f;
    for (int k = 0; k < width; k++) {
        const int c = col[k * stride + r];
        if (c < 0)
            continue;
        dot_row = fma(val[k * stride + r], x[c], dot_row);
    }
    y[r] = dot_row;
}
