// Bytes with signs, four to a word, summed in 32 bits; then scaled back to bytes with saturation.
// lanescope: arg A [64] random(10, -2147483648, 2147483647)
// lanescope: arg B [64] random(11, -2147483648, 2147483647)
// lanescope: arg C [256]
// lanescope: arg scaled [256]
__global__ void gemm_s8(const int *A, const int *B, int *C, signed char *scaled, int kWords, int shift)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int width = gridDim.x * blockDim.x;
    int acc = 0;
    for (int k = 0; k < kWords; k++)
        acc = __dp4a(A[row * kWords + k], B[col * kWords + k], acc);
    C[row * width + col] = acc;
    int q = acc >> shift;
    scaled[row * width + col] = (signed char)max(-128, min(127, q));
}

void host(int *a, int *b, int *c, signed char *s)
{
    dim3 block(8, 4), grid(2, 4);
    gemm_s8<<<grid, block>>>(a, b, c, s, 4, 8);
}
