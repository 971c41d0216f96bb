// CRC-32 with four tables that the block works out for itself: four bytes in a step.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg words [64*8] random(4, 0, 0xffffffff)
// lanescope: arg crc [64]
__device__ __forceinline__ unsigned shift_in(unsigned c)
{
#pragma unroll
    for (int bit = 0; bit < 8; ++bit)
        c = (c >> 1) ^ (0xedb88320u & (0u - (c & 1u)));
    return c;
}

__global__ void crc_slices(const unsigned *__restrict__ words, unsigned *__restrict__ crc)
{
    __shared__ unsigned table[4][256];
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)
        table[0][i] = shift_in(i);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned c = table[0][i];
        for (int slice = 1; slice < 4; slice++) {
            c = (c >> 8) ^ table[0][c & 0xff];
            table[slice][i] = c;
        }
    }
    __syncthreads();

    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned c = ~0u;
    for (int k = 0; k < 8; ++k) {
        c ^= words[gid * 8 + k];
        c = table[3][c & 255] ^ table[2][(c >> 8) & 255] ^ table[1][(c >> 16) & 255] ^ table[0][c >> 24];
    }
    crc[gid] = ~c;
}
