// Gray codes and a linear shift register, told by funnels and shifts that pass the width.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(139, 0, 0xffffffff)
// lanescope: arg gray [64]
// lanescope: arg back [64]
// lanescope: arg lfsr [64]
// lanescope: arg funnels [64*4]
__global__ void gray_shift(const unsigned *x, unsigned *gray, unsigned *back, unsigned short *lfsr, unsigned *funnels)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = x[i], g = v ^ v >> 1;
    gray[i] = g;
    unsigned b = g;
    for (unsigned by = 16; by; by >>= 1)
        b ^= b >> by;
    back[i] = b;
    unsigned short state = 0xACE1u;
    for (unsigned k = 0; k < i; ++k) {
        const unsigned short bit = (state ^ state >> 2 ^ state >> 3 ^ state >> 5) & 1;
        state = state >> 1 | bit << 15;
    }
    lfsr[i] = state;
    unsigned (*row)[4] = (unsigned (*)[4])funnels;
    row[i][0] = __funnelshift_l(v, g, i);
    row[i][1] = __funnelshift_r(v, g, i);
    row[i][2] = __funnelshift_lc(v, g, i);
    row[i][3] = __funnelshift_rc(v, g, i);
}
