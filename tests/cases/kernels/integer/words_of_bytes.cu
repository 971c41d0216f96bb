// Four bytes in a word: CUDA's functions for them, and dot products.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(127, 0, 0xffffffff)
// lanescope: arg b [64] random(128, 0, 0xffffffff)
// lanescope: arg out [512]
__global__ void words_of_bytes(const unsigned *a, const unsigned *b, unsigned *out)
{
    const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    const unsigned x = a[i], y = b[i];
    uint4 *o = reinterpret_cast<uint4 *>(out + 8 * i);
    o[0] = make_uint4(__vadd4(x, y), __vsub4(x, y), __vabsdiffu4(x, y), __vmaxu4(x, y));
    o[1] = make_uint4(__vavgu4(x, y), __byte_perm(x, y, 0x6240), (unsigned)__dp4a((int)x, (int)y, 7), __dp4a(x, y, 7u));
}
