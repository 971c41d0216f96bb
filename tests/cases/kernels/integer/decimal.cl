// Numbers to decimal digits: by division, and by doubling packed decimal digits.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(136, 0, 0xffffffff)
// lanescope: arg text [64*10]
// lanescope: arg packed [64]
__kernel void decimal(__global const uint *x, __global char *text, __global ulong *packed)
{
    const size_t id = get_global_id(0);
    uint v = x[id];
    for (int k = 9; k >= 0; k--, v /= 10)
        text[id * 10 + k] = '0' + v % 10;
    v = x[id];
    ulong bcd = 0;
    for (int bit = 31; bit >= 0; --bit) {
        ulong carry = (bcd + 0x3333333333UL) & 0x8888888888UL;
        bcd += (carry >> 2) | (carry >> 3);
        bcd = bcd << 1 | (v >> bit & 1);
    }
    packed[id] = bcd;
}
