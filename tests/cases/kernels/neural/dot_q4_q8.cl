// Rows of blocks with 4 bits to a weight times a row of bytes: the nibbles hold the two halves of the block.
// lanescope: global 16
// lanescope: local 8
// lanescope: arg w uchar[1152] random(12, 0, 59)
// lanescope: arg v [128] random(13, -127, 127)
// lanescope: arg vd [4] random(14, 0.001, 0.1)
// lanescope: arg out [16]
// lanescope: arg nb 4
#define QK4 32
struct block_q4 {
    half d;
    uchar qs[QK4 / 2];
};

__kernel void dot_q4_q8(__global const struct block_q4 *w, __global const char *v, __global const float *vd,
                        __global float *out, const int nb)
{
    const int row = get_global_id(0);
    float total = 0.0f;
    for (int b = 0; b < nb; b++) {
        __global const struct block_q4 *blk = w + row * nb + b;
        __global const char *y = v + b * QK4;
        int sum = 0;
        for (int j = 0; j < QK4 / 2; ++j) {
            const int lo = (blk->qs[j] & 0x0f) - 8, hi = (blk->qs[j] >> 4) - 8;
            sum += lo * y[j] + hi * y[j + QK4 / 2];
        }
        total += vload_half(0, &blk->d) * vd[b] * sum;
    }
    out[row] = total;
}
