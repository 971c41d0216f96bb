// lanescope: kernel digest
#ifdef __ENDIAN_LITTLE__
#define U32_SWAP(v) (v)
#endif
#define ROTL(v, s) (((v) << (s)) | ((v) >> (32 - (s))))
#define F(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define STEP(f, a, b, c, d, x, t, s) (a) += f((b), (c), (d)) + (x) + (t); (a) = ROTL((a), (s)); (a) += (b);
#ifdef SCALAR
typedef uint u32x;
#elif defined(VECT4)
typedef uint4 u32x;
#endif
typedef union { uint w[16]; uchar b[64]; uint4 v[4]; } block_t;
inline void load_vector(block_t *b, __global const uint4 *p) { b->v[0] = p[0]; }
u32x swap32(u32x v) { return v; }
__kernel void digest(__global const uint *in, __global uint *out) {
  int i = get_global_id(0);
  uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
  STEP(F, a, b, c, d, in[i], 0xd76aa478u, 7)
  STEP(F, d, a, b, c, i, 0xe8c7b756u, 12)
  out[i] = a ^ b ^ c ^ d;
}
