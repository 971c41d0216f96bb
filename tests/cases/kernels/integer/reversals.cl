// Bits in reverse order, of all widths, by swapping halves.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(112, 0, 0x7fffffffffffffff)
// lanescope: arg r8 [64]
// lanescope: arg r16 [64]
// lanescope: arg r32 [64]
// lanescope: arg r64 [64]
#define SWAP(v, mask, n) ((((v) >> (n)) & (mask)) | (((v) & (mask)) << (n)))

__kernel void reversals(__global const ulong *x, __global uchar *r8, __global ushort *r16, __global uint *r32,
                        __global ulong *r64)
{
    const size_t i = get_global_id(0);
    ulong v = x[i];
    uchar b = (uchar)v;
    b = SWAP(b, (uchar)0x55, 1);
    b = SWAP(b, (uchar)0x33, 2);
    r8[i] = (uchar)(b << 4 | b >> 4);
    ushort s = (ushort)v;
    s = SWAP(s, 0x5555, 1);
    s = SWAP(s, 0x3333, 2);
    s = SWAP(s, 0x0f0f, 4);
    r16[i] = rotate(s, (ushort)8);
    uint w = (uint)v;
    w = SWAP(w, 0x55555555u, 1);
    w = SWAP(w, 0x33333333u, 2);
    w = SWAP(w, 0x0f0f0f0fu, 4);
    r32[i] = as_uint(as_uchar4(w).wzyx);
    v = SWAP(v, 0x5555555555555555UL, 1);
    v = SWAP(v, 0x3333333333333333UL, 2);
    v = SWAP(v, 0x0f0f0f0f0f0f0f0fUL, 4);
    const uchar8 bytes = as_uchar8(v);
    r64[i] = as_ulong(bytes.s76543210);
}
