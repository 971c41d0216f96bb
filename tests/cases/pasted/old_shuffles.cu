// Written before CUDA 9: no masks, also where lanes have parted. A histogram of a warp by matching votes.
// lanescope: arg in [192] random(5, 0, 99)
__global__ void old_shuffles(const int *in, int *out)
{
    int t = threadIdx.x;
    int v = in[blockIdx.x * blockDim.x + t] & 3;
    int count = 0;
    for (int bin = 0; bin < 4; bin++) {
        int votes = __ballot(v == bin);
        if (v == bin) {
            count = __popc(votes);
            if (!__all(bin == v)) count = -1;
        }
    }
    int sum = count;
    for (int o = 1; o < 8; o <<= 1) sum += __shfl_xor(sum, o, 8);
    if (v & 1) sum += 100 * __popc(__ballot(1));
    out[blockIdx.x * blockDim.x + t] = sum;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 192 * sizeof(int));
    cudaMalloc(&out, 192 * sizeof(int));
    old_shuffles<<<3, 64>>>(in, out);
}
