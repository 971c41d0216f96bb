// The sum of all pixels above and to the left: rows, then columns, in one group.
// lanescope: global 16 2
// lanescope: local 16 2
// lanescope: arg image [16*16] random(72, 0, 255)
// lanescope: arg integral [16*16]
#define W 16
#define H 16

__kernel void integral_image(__global const uchar *image, __global uint *integral)
{
    __local uint s[H][W + 1];
    const uint line = get_local_linear_id();
    if (get_local_id(1) == 0) {
        uint sum = 0;
        for (int x = 0; x < W; ++x)
            s[line][x] = sum += image[line * W + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(1) == 0)
        for (int y = 1; y < H; ++y)
            s[y][line] += s[y - 1][line];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint at = line; at < W * H; at += get_local_size(0) * get_local_size(1))
        integral[at] = s[at / W][at % W];
}
