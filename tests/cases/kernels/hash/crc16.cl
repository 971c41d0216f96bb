// CRC-16 from the highest bit on, a nibble at a time, and CRC-64 with a table that the group makes.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg data [64*10] random(204, 0, 255)
// lanescope: arg crc16 [64]
// lanescope: arg crc64 [64]
__kernel void checks(__global const uchar *data, __global ushort *crc16, __global ulong *crc64)
{
    __local ushort small[16];
    __local ulong large[16];
    const uchar lid = get_local_id(0);
    ushort s = lid << 12;
    ulong l = (ulong)lid << 60;
    for (uchar bit = 0; bit < 4; ++bit) {
        s = s & 0x8000 ? s << 1 ^ 0x1021 : s << 1;
        l = (long)l < 0 ? l << 1 ^ 0x42f0e1eba9ea3693UL : l << 1;
    }
    small[lid] = s;
    large[lid] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    const size_t id = get_global_id(0);
    s = 0xffff;
    l = 0;
    for (int k = 0; k < 10; ++k) {
        const uchar b = data[id * 10 + k];
        s = s << 4 ^ small[s >> 12 ^ b >> 4];
        s = s << 4 ^ small[s >> 12 ^ (b & 15)];
        l = l << 4 ^ large[l >> 60 ^ b >> 4];
        l = l << 4 ^ large[l >> 60 ^ (b & 15)];
    }
    crc16[id] = s;
    crc64[id] = l;
}
