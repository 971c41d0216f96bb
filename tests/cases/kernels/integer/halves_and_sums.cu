// CUDA's functions on halves and bytes of words, and sums of absolute differences.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(362, 0, 0xffffffff)
// lanescope: arg b [64] random(363, 0, 0xffffffff)
// lanescope: arg out [64*12]
__global__ void halves_and_sums(const unsigned *a, const unsigned *b, unsigned *out)
{
    const unsigned i = threadIdx.x + blockIdx.x * blockDim.x, x = a[i], y = b[i];
    unsigned *o = out + 12 * i;
    *o++ = __vadd2(x, y);
    *o++ = __vsub2(x, y);
    *o++ = __vcmpeq4(x, (x & 0xff00ff00u) | (y & 0x00ff00ffu));
    *o++ = __vminu4(x, y);
    *o++ = __vsadu4(x, y);
    *o++ = __sad((int)x, (int)y, 5u);
    *o++ = __usad(x, y, 6u);
    *o++ = __hadd((int)x, (int)y);
    *o++ = __urhadd(x, y);
    *o++ = __dp2a_lo((int)x, (int)y, 9);
    *o++ = __brev(x) ^ __mulhi((int)x, (int)y);
    *o++ = __umul24(x, y) + __ffs(x & y);
}
