// lanescope: title Stencil in two dimensions
// lanescope: look Each point reads its four neighbours: lines that one row has loaded are hits for the next. The
// lanescope: look border takes another path.
// lanescope: machine simt/teaching
// lanescope: global 16 8
// lanescope: local 8 4
// lanescope: arg in [128] random(41, 0, 1)
// lanescope: arg out [128]
// lanescope: arg width 16
// lanescope: arg height 8
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
