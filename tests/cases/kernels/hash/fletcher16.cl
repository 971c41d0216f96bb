// Fletcher's check sum of sixteen bits, in bytes that wrap at 255.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg packet [64*20] random(17, 0, 255)
// lanescope: arg sum [64]
uchar add255(uchar a, uchar b)
{
    ushort s = (ushort)a + b;
    s = (s & 0xff) + (s >> 8);
    return s == 255 ? 0 : s;
}

__kernel void fletcher16(__global const uchar *packet, __global ushort *sum)
{
    uchar a = 0, b = 0;
    const int begin = get_global_id(0) * 20;
    for (short k = 0; k < 20; k++) {
        a = add255(a, packet[begin + k]);
        b = add255(b, a);
    }
    sum[get_global_id(0)] = upsample(b, a);
}
