// Shuffles of segments: each kind with a width of eight, of ints and doubles.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(155, -100, 100)
// lanescope: arg out [64*5]
__global__ void segments(const int *x, int *out)
{
    const unsigned all = 0xffffffffu;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x;
    const int v = x[i];
    const double d = v * 0.5;
    int *o = out + 5 * i;
    o[0] = __shfl_sync(all, v, lane + 3, 8);
    o[1] = __shfl_up_sync(all, v, 2, 8);
    o[2] = __shfl_down_sync(all, v, 5, 8);
    o[3] = __shfl_xor_sync(all, v, 12, 8);
    o[4] = (int)(2.0 * __shfl_sync(all, d, 7 - lane, 8));
}
