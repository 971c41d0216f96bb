// A histogram of 64 bins without atomics: each work-item counts in a row of bytes of its own.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg data [512] random(30, 0, 255)
// lanescope: arg partial [128]
#define BINS 64
#define THREADS 32

__kernel void histogram64(__global const uchar4 *data, __global uint *partial)
{
    __local uchar counts[BINS * THREADS];
    const uint lid = get_local_id(0), group = get_group_id(0);
    for (uint bin = 0; bin < BINS; bin++)
        counts[bin * THREADS + lid] = 0;
    for (uint i = 0; i < 8; i++) {
        const uchar4 four = data[(group * 8 + i) * THREADS + lid] >> (uchar4)(2);
        counts[four.x * THREADS + lid]++;
        counts[four.y * THREADS + lid]++;
        counts[four.z * THREADS + lid]++;
        counts[four.w * THREADS + lid]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = lid; bin < BINS; bin += THREADS) {
        uint sum = 0;
        for (uint t = 0; t < THREADS; t++)
            sum += counts[bin * THREADS + (t + lid & THREADS - 1)];
        partial[group * BINS + bin] = sum;
    }
}
