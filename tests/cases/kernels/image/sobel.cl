// Sobel's filter on bytes, the edge repeated by clamped coordinates.
// lanescope: global 24 16
// lanescope: local 8 4
// lanescope: arg in [384] random(1, 0, 255)
// lanescope: arg out [384]
// lanescope: arg w 24
// lanescope: arg h 16
#define PIXEL(dx, dy) ((int)in[clamp(y + (dy), 0, h - 1) * w + clamp(x + (dx), 0, w - 1)])

__kernel void sobel(__global const uchar *in, __global uchar *out, int w, int h)
{
    const int x = get_global_id(0), y = get_global_id(1);
    int gx = PIXEL(1, -1) + 2 * PIXEL(1, 0) + PIXEL(1, 1) - PIXEL(-1, -1) - 2 * PIXEL(-1, 0) - PIXEL(-1, 1);
    int gy = PIXEL(-1, 1) + 2 * PIXEL(0, 1) + PIXEL(1, 1) - PIXEL(-1, -1) - 2 * PIXEL(0, -1) - PIXEL(1, -1);
    out[y * w + x] = convert_uchar_sat(abs(gx) + abs(gy));
}
