// A picture turned by a quarter and moved: a texture read to the nearest pixel, with a border outside.
// lanescope: arg tex image2d r32f 12x8 nearest clamp unnormalized iota(1, 1)
// lanescope: arg out [192]
struct Turn {
    float c, s, x0, y0;
    __device__ float2 operator()(float x, float y) const { return {c * x - s * y + x0, s * x + c * y + y0}; }
};

__global__ void rotate(cudaTextureObject_t tex, float *out, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    Turn quarter{0.f, 1.f, 10.f, -3.f};
    float2 at = quarter(x + 0.5f, y + 0.5f);
    out[y * w + x] = tex2D<float>(tex, at.x, at.y);
}

void go(cudaTextureObject_t t, float *o) { rotate<<<dim3(2, 3), dim3(8, 4)>>>(t, o, 16); }
