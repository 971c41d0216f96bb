// Seven points in three dimensions.
#define INDEX(i, j, k, ni, nj) ((i) + (ni) * ((j) + (nj) * (k)))
__kernel void stencil(float c0, float c1, __global float *A0, __global float *Anext, int nx, int ny, int nz)
{
    int i = get_global_id(0) + 1, j = get_global_id(1) + 1, k = get_global_id(2) + 1;
    if (i < nx - 1)
        Anext[INDEX(i, j, k, nx, ny)] = (A0[INDEX(i, j, k + 1, nx, ny)] + A0[INDEX(i, j, k - 1, nx, ny)] +
            A0[INDEX(i, j + 1, k, nx, ny)] + A0[INDEX(i, j - 1, k, nx, ny)] + A0[INDEX(i + 1, j, k, nx, ny)] +
            A0[INDEX(i - 1, j, k, nx, ny)]) * c1 - A0[INDEX(i, j, k, nx, ny)] * c0;
}
