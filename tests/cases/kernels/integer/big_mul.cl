// Products of numbers of 128 bits: columns of partial products in ulong, and one row of them by mul_hi.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg a [128] random(117, 0, 0xffffffff)
// lanescope: arg b [128] random(118, 0, 0xffffffff)
// lanescope: arg product [256]
#define LIMBS 4

__kernel void big_mul(__global const uint *a, __global const uint *b, __global uint *product)
{
    const int id = get_global_id(0);
    uint r[2 * LIMBS] = { 0 };
    for (int i = 0; i < LIMBS; i++) {
        const uint x = a[id * LIMBS + i];
        uint carry = 0;
        for (int j = 0; j < LIMBS; j++) {
            const uint y = b[id * LIMBS + j];
            if (i & 1) {
                const ulong t = upsample(mul_hi(x, y), x * y) + r[i + j] + carry;
                r[i + j] = t;
                carry = t >> 32;
            } else {
                const ulong t = (ulong)x * y + r[i + j] + carry;
                r[i + j] = (uint)(t & UINT_MAX);
                carry = (uint)(t >> 32);
            }
        }
        r[i + LIMBS] = carry;
    }
    vstore8((uint8)(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]), id, product);
}
