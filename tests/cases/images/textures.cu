// lanescope: title A texture that is enlarged
// lanescope: global 32 16
// lanescope: local 8 4
// lanescope: arg t image2d rgba8 9x6 linear clamp_to_edge normalized random(5, 0, 255)
// lanescope: arg out float[512] zeros
struct View {
    cudaTextureObject_t t;
    float *out;
    int width, height;
};

__device__ float grey(cudaTextureObject_t t, float x, float y)
{
    float4 c = tex2D<float4>(t, x, y);
    return 0.299f * c.x + 0.587f * c.y + 0.114f * c.z;
}

__global__ void enlarge(cudaTextureObject_t t, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    View view = { t, out, 32, 16 };
    view.out[y * view.width + x] = grey(view.t, (x + 0.5f) / view.width, (y + 0.5f) / view.height);
}
