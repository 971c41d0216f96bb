// Morton codes: bits of two coordinates and of three interleaved, and taken apart again.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(133, 0, 65535)
// lanescope: arg y [64] random(134, 0, 65535)
// lanescope: arg code [64]
// lanescope: arg code3 [64]
// lanescope: arg back [64]
uint spread(uint v)
{
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    return (v | v << 1) & 0x55555555;
}

ushort gather(uint v)
{
    v &= 0x55555555;
    v = (v ^ v >> 1) & 0x33333333;
    v = (v ^ v >> 2) & 0x0f0f0f0f;
    v = (v ^ v >> 4) & 0x00ff00ff;
    return (v ^ v >> 8) & 0xffff;
}

ulong spread3(ulong v)
{
    v &= 0x1fffff;
    v = (v | v << 32) & 0x001f00000000ffffUL;
    v = (v | v << 16) & 0x001f0000ff0000ffUL;
    v = (v | v << 8) & 0x100f00f00f00f00fUL;
    v = (v | v << 4) & 0x10c30c30c30c30c3UL;
    return (v | v << 2) & 0x1249249249249249UL;
}

__kernel void morton(__global const ushort *x, __global const ushort *y, __global uint *code, __global ulong *code3,
                     __global ushort2 *back)
{
    const size_t i = get_global_id(0);
    const uint c = spread(x[i]) | spread(y[i]) << 1;
    code[i] = c;
    code3[i] = spread3(x[i]) | spread3(y[i]) << 1 | spread3(i) << 2;
    back[i] = (ushort2)(gather(c), gather(c >> 1));
}
