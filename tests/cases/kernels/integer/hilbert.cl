// Places along Hilbert's curve to coordinates and back, by turning quadrants.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg d [128] random(315, 0, 65535)
// lanescope: arg xy [128]
// lanescope: arg back [128]
#define ORDER 8

void turn(int n, int2 *p, int rx, int ry)
{
    if (ry == 0) {
        if (rx == 1)
            *p = n - 1 - *p;
        *p = p->yx;
    }
}

__kernel void hilbert(__global const int *d, __global uchar2 *xy, __global int *back)
{
    const int i = get_global_id(0);
    int2 p = 0;
    for (int s = 1, t = d[i]; s < 1 << ORDER; s *= 2, t /= 4) {
        const int rx = 1 & t / 2, ry = 1 & (t ^ rx);
        turn(s, &p, rx, ry);
        p += s * (int2)(rx, ry);
    }
    xy[i] = convert_uchar2(p);
    int sum = 0;
    for (int s = 1 << ORDER - 1; s > 0; s /= 2) {
        const int rx = (p.x & s) > 0, ry = (p.y & s) > 0;
        sum += s * s * (3 * rx ^ ry);
        turn(s, &p, rx, ry);
        p &= s - 1;
    }
    back[i] = sum;
}
