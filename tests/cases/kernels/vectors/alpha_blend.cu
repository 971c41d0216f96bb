// Pixels of four bytes laid over each other; products of bytes are ints.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg over [64] random(21, 0, 255)
// lanescope: arg under [64] random(22, 0, 255)
// lanescope: arg out [64]
__device__ unsigned char mix(unsigned char a, unsigned char b, unsigned char t)
{
    int v = a * t + b * (255 - t) + 128;
    return (v + (v >> 8)) >> 8;
}

__global__ void alpha_blend(const uchar4 *over, const uchar4 *under, uchar4 *out)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    uchar4 a = over[i], b = under[i];
    uchar4 r = make_uchar4(mix(a.x, b.x, a.w), mix(a.y, b.y, a.w), mix(a.z, b.z, a.w), 0);
    r.w = a.w + b.w > 255 ? 255 : a.w + b.w;
    r.x++;
    out[i] = r;
}
