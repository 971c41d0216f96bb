// Pixels of three bytes without a gap: vload3 and vstore3 step by three.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg rgb [192] random(4, 0, 255)
// lanescope: arg grey [64]
// lanescope: arg swapped [192]
__kernel void rgb_to_grey(__global const uchar *rgb, __global uchar *grey, __global uchar *swapped)
{
    int i = get_global_id(0);
    uchar3 p = vload3(i, rgb);
    uint3 w = convert_uint3(p) * (uint3)(77, 150, 29);
    grey[i] = (w.x + w.y + w.z + 128) >> 8;
    vstore3(p.zyx, i, swapped);
}
