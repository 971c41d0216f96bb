// Digits of e by a spigot of mixed radix, with each work-item a base of its own.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg digits [32*12]
#define TERMS 24

__kernel void spigot(__global uchar *digits)
{
    const uint id = get_global_id(0), base = 2 + id % 15;
    ushort a[TERMS];
    for (uint k = 0; k < TERMS; k++)
        a[k] = 1;
    __global uchar *out = digits + 12 * id;
    *out++ = 2;
    for (int n = 1; n < 12; n++) {
        uint carry = 0;
        for (uint k = TERMS; k-- > 2;) {
            const uint x = a[k] * base + carry;
            carry = x / k;
            a[k] = x % k;
        }
        *out++ = carry;
    }
}
