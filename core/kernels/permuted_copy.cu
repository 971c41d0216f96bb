__global__ void permuted_copy(const int *order, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[order[i]];
}
