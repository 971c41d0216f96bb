// Salsa20/8 with its columns in vectors: diagonals come to lie side by side by shuffles, and go back.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg x [32] random(202, 0, 0xffffffff)
// lanescope: arg y [32]

#define ROUND(a, b, c, d)          \
    b ^= rotate(a + d, (uint4)7);  \
    c ^= rotate(b + a, (uint4)9);  \
    d ^= rotate(c + b, (uint4)13); \
    a ^= rotate(d + c, (uint4)18);

__kernel void salsa20(__global const uint16 *x, __global uint16 *y)
{
    const size_t id = get_global_id(0);
    const uint16 in = x[id];
    // Diagonals of the square: element k of d0 is in[5 * k].
    uint4 d0 = in.s05AF, d1 = in.s49E3, d2 = in.s8D27, d3 = in.sC16B;
    for (int i = 0; i < 8; i += 2) {
        ROUND(d0, d1, d2, d3)
        d1 = d1.wxyz;
        d2 = d2.zwxy;
        d3 = d3.yzwx;
        ROUND(d0, d3, d2, d1)
        d1 = d1.yzwx;
        d2 = d2.zwxy;
        d3 = d3.wxyz;
    }
    uint16 out;
    out.s05AF = d0;
    out.s49E3 = d1;
    out.s8D27 = d2;
    out.sC16B = d3;
    y[id] = out + in;
}
