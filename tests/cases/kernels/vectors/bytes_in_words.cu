// Four bytes in a word: the video instructions as functions.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(26, -2147483648, 2147483647)
// lanescope: arg b [64] random(27, -2147483648, 2147483647)
// lanescope: arg out [640]
__global__ void bytes_in_words(const unsigned *a, const unsigned *b, unsigned *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i], y = b[i], *r = out + 10 * i;
    *r++ = __vadd4(x, y);
    *r++ = __vsub4(x, y);
    *r++ = __vabsdiffu4(x, y);
    *r++ = __vmaxu4(x, y) ^ __vminu4(x, y);
    *r++ = __vavgu4(x, y);
    *r++ = __vcmpeq4(x & 0x01010101u, y & 0x01010101u);
    *r++ = __vsadu4(x, y);
    *r++ = __byte_perm(x, y, 0x5140 + i % 4);
    *r++ = __funnelshift_l(x, y, i);
    *r = __vadd2(x, y) + __usad(x, y, 7u) + __brev(x) + __popc(y);
}
