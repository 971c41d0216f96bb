// threadIdx and its like as values, dim3 made of parts, and the vectors of 8 and 64 bits.
// lanescope: arg out [192]
// lanescope: arg wide [96]
// lanescope: arg small [48]
__device__ unsigned linear(uint3 at, dim3 size) { return (at.z * size.y + at.y) * size.x + at.x; }

__device__ uint3 plus(uint3 a, const uint3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    return a;
}

__global__ void places(unsigned *out, longlong2 *wide, short4 *small)
{
    dim3 all(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    uint3 first = make_uint3(blockIdx.x * blockDim.x, blockIdx.y * blockDim.y, blockIdx.z * blockDim.z);
    unsigned i = linear(plus(first, threadIdx), all);
    dim3 flat(7);
    out[i] = linear(blockIdx, gridDim) * 1000 + linear(threadIdx, blockDim) + flat.y + flat.z;
    longlong2 w;
    w.x = -(long long)i << 33;
    w.y = w.x ^ i;
    if (i % 2 == 0)
        wide[i / 2] = w;
    if (i < 48)
        small[i] = make_short4(i, -i, i * i, 1 << i);
}

int main()
{
    dim3 grid(2, 3), block(4, 2, 4);
    places<<<grid, block>>>(0, 0, 0);
}
