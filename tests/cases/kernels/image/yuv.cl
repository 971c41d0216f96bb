// RGB to YUV 4:2:0: a work-item for each square of 2 x 2 pixels writes four lights and one colour.
// lanescope: global 8 8
// lanescope: local 8 4
// lanescope: arg rgba [256] random(6, 0, 255)
// lanescope: arg y [256]
// lanescope: arg uv [64]
int luma(int3 c) { return ((66 * c.x + 129 * c.y + 25 * c.z + 128) >> 8) + 16; }

__kernel void to_yuv(__global const uchar4 *rgba, __global uchar *y, __global uchar2 *uv)
{
    const int px = get_global_id(0), py = get_global_id(1), w = 2 * get_global_size(0);
    int3 sum = (int3)(0);
    for (int k = 0; k < 4; k++) {
        int at = (2 * py + k / 2) * w + 2 * px + k % 2;
        int3 c = convert_int3(rgba[at].xyz);
        y[at] = (uchar)luma(c);
        sum += c;
    }
    sum = (sum + 2) >> 2;
    int u = ((-38 * sum.x - 74 * sum.y + 112 * sum.z + 128) >> 8) + 128;
    int v = ((112 * sum.x - 94 * sum.y - 18 * sum.z + 128) >> 8) + 128;
    uv[py * (w / 2) + px] = convert_uchar2((int2)(u, v));
}
