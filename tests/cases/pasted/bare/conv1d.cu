// Convolution with a mask in constant memory.
#define MASK_WIDTH 5
__constant__ float M[MASK_WIDTH];
__global__ void conv1d(const float *N, float *P, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = 0;
    int start = i - (MASK_WIDTH / 2);
    for (int j = 0; j < MASK_WIDTH; j++)
        if (start + j >= 0 && start + j < width) p += N[start + j] * M[j];
    if (i < width) P[i] = p;
}
