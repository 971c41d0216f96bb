// Fixed point with 16 bits behind the point: products rounded, quotients, and a Mandelbrot step.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(123, -500000, 500000)
// lanescope: arg b [64] random(124, 1, 500000)
// lanescope: arg product [64]
// lanescope: arg quotient [64]
// lanescope: arg escape [64]
typedef int fix16;
#define ONE (1 << 16)
#define HALF (ONE >> 1)

fix16 fix_mul(fix16 a, fix16 b) { return (fix16)(((long)a * b + HALF) >> 16); }
fix16 fix_div(fix16 a, fix16 b) { return (fix16)(((long)a << 16) / b); }

__kernel void fixed_point(__global const fix16 *a, __global const fix16 *b, __global fix16 *product,
                          __global fix16 *quotient, __global uchar *escape)
{
    const int i = get_global_id(0);
    product[i] = fix_mul(a[i], b[i]);
    quotient[i] = fix_div(a[i], b[i]);
    fix16 re = 0, im = 0;
    const fix16 cr = a[i] / 4, ci = b[i] / 8;
    uchar n = 0;
    for (; n < 40; ++n) {
        const fix16 r2 = fix_mul(re, re), i2 = fix_mul(im, im);
        if (r2 + i2 > 4 * ONE)
            break;
        im = 2 * fix_mul(re, im) + ci;
        re = r2 - i2 + cr;
    }
    escape[i] = n;
}
