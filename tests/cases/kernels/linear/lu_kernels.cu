// One step of a blocked LU as benchmark suites have it: the perimeter of a 4 x 4 diagonal block that is already split.
// lanescope: arg m [256] random(13, 0.1, 1)
#define B 4

__global__ void lud_perimeter(float *m, int dim, int offset)
{
    __shared__ float dia[B][B], row[B][B], col[B][B];
    const int i = threadIdx.x % B;
    const bool upper = threadIdx.x < B;
    const int base = offset * dim + offset, at = (blockIdx.x + 1) * B;

    for (int k = 0; k < B; k++) {
        if (upper) {
            dia[k][i] = m[base + k * dim + i];
            row[k][i] = m[base + k * dim + at + i];
        } else {
            col[k][i] = m[base + (at + k) * dim + i];
        }
    }
    __syncthreads();
    if (upper) {
        for (int k = 1; k < B; k++)
            for (int j = 0; j < k; j++)
                row[k][i] -= dia[k][j] * row[j][i];
    } else {
        for (int k = 0; k < B; k++) {
            for (int j = 0; j < k; j++)
                col[i][k] -= col[i][j] * dia[j][k];
            col[i][k] /= dia[k][k];
        }
    }
    __syncthreads();
    for (int k = 0; k < B; k++)
        if (upper)
            m[base + k * dim + at + i] = row[k][i];
        else
            m[base + (at + k) * dim + i] = col[k][i];
}

void host(float *m)
{
    int dim = 16, offset = 4;
    lud_perimeter<<<(dim - offset) / B - 1, 2 * B>>>(m, dim, offset);
}
