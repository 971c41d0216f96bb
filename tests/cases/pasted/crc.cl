// A check sum of narrow numbers with a way for each remainder, and a loop that each work-item leaves at another turn.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg in [96] random(6, 0, 255)
// lanescope: arg out [96]
inline uchar lookup(uchar v) { v = (uchar)((v >> 4) | (v << 4)); return v ^ (uchar)(v * 31); }
__kernel void crc(__global const uchar *in, __global ushort *out, uint n)
{
    size_t i = get_global_id(0);
    ushort crc = 0xFFFF;
    for (size_t k = 0; k <= i % 7; k++) {
        crc ^= (ushort)lookup(in[(i + k) % 96]) << 8;
        for (int b = 0; b < 8; b++)
            crc = (crc & 0x8000) ? (ushort)((crc << 1) ^ 0x1021) : (ushort)(crc << 1);
    }
    switch (i & 3) {
        case 0: out[i] = rotate(crc, (ushort)3); break;
        case 1: crc += 7; /* fall through */
        case 2: out[i] = mul_hi(crc, (ushort)12345); break;
        default: out[i] = abs_diff(crc, (ushort)i) + clz(crc) + popcount(crc);
    }
}
