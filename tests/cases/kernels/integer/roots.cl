// Integer square and cube roots, digit by digit and by Newton's rule.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(122, 0, 0xffffffff)
// lanescope: arg square [64]
// lanescope: arg newton [64]
// lanescope: arg cube [64]
uint isqrt(uint x)
{
    uint root = 0, bit = 1u << 30;
    while (bit > x)
        bit >>= 2;
    while (bit) {
        if (x >= root + bit) {
            x -= root + bit;
            root = (root >> 1) + bit;
        } else
            root >>= 1;
        bit >>= 2;
    }
    return root;
}

uint newton_sqrt(uint x)
{
    if (x < 2)
        return x;
    uint guess = 1u << ((33 - clz(x)) / 2), better;
    while ((better = (guess + x / guess) / 2) < guess)
        guess = better;
    return guess;
}

uint icbrt(uint x)
{
    uint y = 0;
    for (int s = 30; s >= 0; s -= 3) {
        y *= 2;
        const uint b = (3 * y * (y + 1) + 1) << s;
        if (x >= b && (b >> s) == 3 * y * (y + 1) + 1) {
            x -= b;
            y++;
        }
    }
    return y;
}

__kernel void roots(__global const uint *x, __global uint *square, __global uint *newton, __global uint *cube)
{
    const size_t i = get_global_id(0);
    const uint v = x[i] >> (i % 32);
    square[i] = isqrt(v);
    newton[i] = newton_sqrt(v);
    cube[i] = icbrt(v);
}
