// A small picture looked for in a larger one: the sum of absolute differences at each place, and the best.
// lanescope: global 16 16
// lanescope: local 8 4
// lanescope: arg image [256] random(211, 0, 255)
// lanescope: arg offset 5
// lanescope: arg sad [256]
// lanescope: arg best [1] fill(0x7fffffff)
#define W 16
#define T 3

__kernel void pattern2d(__global const uchar *image, const int offset, __global ushort *sad, __global uint *best)
{
    const int x = get_global_id(0), y = get_global_id(1);
    __global const uchar(*rows)[W] = (__global const uchar(*)[W])image;
    __private uchar pattern[T][T];
    for (int j = 0; j < T; ++j)
        for (int i = 0; i < T; ++i)
            pattern[j][i] = rows[j + offset][i + offset] ^ (i == j);
    if (x > W - T || y > W - T) {
        sad[y * W + x] = USHRT_MAX;
        return;
    }
    ushort sum = 0;
    for (int j = 0; j < T; ++j)
        for (int i = 0; i < T; ++i)
            sum += abs_diff(rows[y + j][x + i], pattern[j][i]);
    sad[y * W + x] = sum;
    // The place stands in the lower half, so that of equal sums the first place wins.
    atomic_min(best, (uint)sum << 16 | (uint)(y * W + x));
}
