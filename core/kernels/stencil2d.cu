__global__ void stencil2d(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int at = y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[at] = in[at];
        return;
    }
    out[at] = 0.5f * in[at]
            + 0.125f * (in[at - 1] + in[at + 1] + in[at - width] + in[at + width]);
}
