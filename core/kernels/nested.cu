__global__ void nested(const int *data1, const int *data2, int *x, int *y, int *z, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int cx = 0, cy = 0, cz = 0;
    int i = 0;
    do {
        int first = data1[tid * n + i];
        if (first != 0) {
            int second = data2[tid * n + i];
            if (second != 0)
                cx += 1;
            else
                cy += 2;
        } else {
            cz += 3;
        }
        i++;
    } while (i < n);
    x[tid] = cx;
    y[tid] = cy;
    z[tid] = cz;
}
