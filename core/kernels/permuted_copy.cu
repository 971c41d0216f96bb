// lanescope: title Permuted copy
// lanescope: look A gather: the addresses come from another array. Count the lines of each load, and see that the
// lanescope: look store stays in one piece.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 16
// lanescope: arg order [32] permutation(7)
// lanescope: arg in [32] iota(0, 1)
// lanescope: arg out [32]
__global__ void permuted_copy(const int *order, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[order[i]];
}
