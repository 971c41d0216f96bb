__global__ void scale(float *output, int width, int height, cudaTextureObject_t tex, float s)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) output[y * width + x] = tex2D<float>(tex, x + 0.5f, y + 0.5f) * s;
}
