// Seven points in three dimensions: a thread walks along z and keeps three values of its column in registers.
// lanescope: arg in [384] random(15, -100, 100)
// lanescope: arg out [384]
__global__ void stencil7(const int *__restrict__ in, int *__restrict__ out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int plane = nx * ny;
    int at = y * nx + x;
    int below, here = 0, above = in[at];
    for (int z = 0; z < nz; z++, at += plane) {
        below = here;
        here = above;
        above = z + 1 < nz ? in[at + plane] : 0;
        int sum = below + above - 6 * here;
        if (x > 0) sum += in[at - 1];
        if (x + 1 < nx) sum += in[at + 1];
        if (y > 0) sum += in[at - nx];
        if (y + 1 < ny) sum += in[at + nx];
        out[at] = sum;
    }
}

void go(int *i, int *o) { stencil7<<<dim3(1, 2), dim3(8, 4)>>>(i, o, 8, 8, 6); }
