// Prefix sums of small numbers without a shuffle: a ballot for each bit, and counts of bits below.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg x [96] random(323, 0, 15)
// lanescope: arg sums [96]
__global__ void bit_serial_scan(const unsigned char *x, unsigned short *sums)
{
    const unsigned below = (1u << (threadIdx.x & 31)) - 1;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned short sum = 0;
#pragma unroll 4
    for (int bit = 0; bit < 4; ++bit)
        sum += __popc(__ballot_sync(~0u, x[i] >> bit & 1) & below) << bit;
    sums[i] = sum;
}
