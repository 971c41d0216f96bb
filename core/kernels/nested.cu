// lanescope: title A branch in a branch in a loop
// lanescope: look Three paths through the loop body. The stack holds where the lanes meet again; the inner branch
// lanescope: look is nested in one side of the outer.
// lanescope: machine simt/teaching
// lanescope: global 16
// lanescope: local 8
// lanescope: arg data1 [64] random(5, 0, 1)
// lanescope: arg data2 [64] random(6, 0, 1)
// lanescope: arg x [16]
// lanescope: arg y [16]
// lanescope: arg z [16]
// lanescope: arg n 4
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
