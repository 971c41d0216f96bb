// lanescope: title A table in a texture
// lanescope: global 128
// lanescope: local 32
// lanescope: arg table image1d rg32f 50 random(6, -4, 4)
// lanescope: arg at [128] random(7, 0, 55)
// lanescope: arg out [128] zeros
__global__ void fetch(cudaTextureObject_t table, const int *at, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 v = tex1Dfetch<float2>(table, at[i]);
    out[i] = v.x * v.y + tex1Dfetch<float>(table, i % 50);
}
