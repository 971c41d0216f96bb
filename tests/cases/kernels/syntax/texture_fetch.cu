// Textures of integers and of four bytes, one in a struct, read by the pixel and by the place.
// lanescope: arg words image1d r32u 64 random(7, 0, 100000)
// lanescope: arg pixels image2d rgba8u 8x8 random(8, 0, 255)
// lanescope: arg signs image2d r16i 8x8 clamp_to_edge random(9, -500, 500)
// lanescope: arg out [192]
struct Sources {
    cudaTextureObject_t words, pixels;
    __device__ unsigned word(int i) const { return tex1Dfetch<unsigned>(words, i); }
    __device__ uchar4 pixel(float x, float y) const { return tex2D<uchar4>(pixels, x, y); }
};

__device__ int around(cudaTextureObject_t t, int x, int y)
{
    int s = 0;
    for (int k = 0; k < 9; k++)
        s += tex2D<short>(t, x + k % 3 - 1 + 0.5f, y + k / 3 - 1 + 0.5f);
    return s;
}

__global__ void fetch(cudaTextureObject_t words, cudaTextureObject_t pixels, cudaTextureObject_t signs, int *out)
{
    int x = threadIdx.x, y = threadIdx.y + blockIdx.y * blockDim.y, i = y * 8 + x;
    Sources s = {words, pixels};
    uchar4 p = s.pixel(x + 0.25f, y + 0.75f);
    out[3 * i] = s.word(63 - i) + 1;
    out[3 * i + 1] = p.x + p.y * 2 - p.z * 3 + p.w * 4;
    out[3 * i + 2] = around(signs, x, y);
}

void go(cudaTextureObject_t a, cudaTextureObject_t b, cudaTextureObject_t c, int *o) { fetch<<<dim3(1, 2), dim3(8, 4)>>>(a, b, c, o); }
