// Histogram equalisation of a small picture: counts, their sums, and a table of new greys.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg picture [64*8] random(257, 40, 120)
// lanescope: arg out [64*8]
#define BINS 64

__kernel void equalize(__global const uchar *picture, __global uchar *out)
{
    __local uint counts[BINS], sums[BINS];
    const int i = get_local_id(0);
    counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
        atomic_inc(&counts[picture[i + 64 * k] >> 2]);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (int k = 0; k <= i; ++k)
        sum += counts[k];
    sums[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint low = 0;
    while (counts[low] == 0)
        ++low;
    const uint least = sums[low];
    for (int k = 0; k < 8; ++k) {
        const uint s = sums[picture[i + 64 * k] >> 2];
        out[i + 64 * k] = convert_uchar_sat(mul24(s - least, 255u) / (512 - least));
    }
}
