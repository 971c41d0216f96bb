// A brute-force search: MD5 of every word of three letters, held against a digest.
// lanescope: global 256
// lanescope: local 64
// lanescope: arg target [4] list(0x223aa56a, 0x2b8c1cce, 0xfe03f99b, 0x1fcdb3f3)
// lanescope: arg found [2] fill(0)
// lanescope: arg first [256]
// lanescope: arg base 1000
#define F(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define G(x, y, z) ((y) ^ ((z) & ((x) ^ (y))))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))
#define STEP(f, a, b, c, d, x, t, s)              \
    {                                             \
        (a) += f((b), (c), (d)) + (x) + (t);      \
        (a) = rotate((a), (uint)(s));             \
        (a) += (b);                               \
    }

static uint word_of(uint n)
{
    uint w = 0x80000000u;
    for (int k = 0; k < 3; k++, n /= 26)
        w |= ('a' + n % 26) << 8 * k;
    return w;
}

__kernel void md5_crack(__constant uint *target, __global uint *found, __global uint *first, uint base)
{
    uint n = base + get_global_id(0);
    uint w[16] = { word_of(n) };
    w[14] = 24;
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;

    STEP(F, a, b, c, d, w[0], 0xd76aa478, 7)
    STEP(F, d, a, b, c, w[1], 0xe8c7b756, 12)
    STEP(F, c, d, a, b, w[2], 0x242070db, 17)
    STEP(F, b, c, d, a, w[3], 0xc1bdceee, 22)
    STEP(F, a, b, c, d, w[4], 0xf57c0faf, 7)
    STEP(F, d, a, b, c, w[5], 0x4787c62a, 12)
    STEP(F, c, d, a, b, w[6], 0xa8304613, 17)
    STEP(F, b, c, d, a, w[7], 0xfd469501, 22)
    STEP(F, a, b, c, d, w[8], 0x698098d8, 7)
    STEP(F, d, a, b, c, w[9], 0x8b44f7af, 12)
    STEP(F, c, d, a, b, w[10], 0xffff5bb1, 17)
    STEP(F, b, c, d, a, w[11], 0x895cd7be, 22)
    STEP(F, a, b, c, d, w[12], 0x6b901122, 7)
    STEP(F, d, a, b, c, w[13], 0xfd987193, 12)
    STEP(F, c, d, a, b, w[14], 0xa679438e, 17)
    STEP(F, b, c, d, a, w[15], 0x49b40821, 22)
    STEP(G, a, b, c, d, w[1], 0xf61e2562, 5)
    STEP(G, d, a, b, c, w[6], 0xc040b340, 9)
    STEP(G, c, d, a, b, w[11], 0x265e5a51, 14)
    STEP(G, b, c, d, a, w[0], 0xe9b6c7aa, 20)
    STEP(G, a, b, c, d, w[5], 0xd62f105d, 5)
    STEP(G, d, a, b, c, w[10], 0x02441453, 9)
    STEP(G, c, d, a, b, w[15], 0xd8a1e681, 14)
    STEP(G, b, c, d, a, w[4], 0xe7d3fbc8, 20)
    STEP(G, a, b, c, d, w[9], 0x21e1cde6, 5)
    STEP(G, d, a, b, c, w[14], 0xc33707d6, 9)
    STEP(G, c, d, a, b, w[3], 0xf4d50d87, 14)
    STEP(G, b, c, d, a, w[8], 0x455a14ed, 20)
    STEP(G, a, b, c, d, w[13], 0xa9e3e905, 5)
    STEP(G, d, a, b, c, w[2], 0xfcefa3f8, 9)
    STEP(G, c, d, a, b, w[7], 0x676f02d9, 14)
    STEP(G, b, c, d, a, w[12], 0x8d2a4c8a, 20)
    STEP(H, a, b, c, d, w[5], 0xfffa3942, 4)
    STEP(H, d, a, b, c, w[8], 0x8771f681, 11)
    STEP(H, c, d, a, b, w[11], 0x6d9d6122, 16)
    STEP(H, b, c, d, a, w[14], 0xfde5380c, 23)
    STEP(H, a, b, c, d, w[1], 0xa4beea44, 4)
    STEP(H, d, a, b, c, w[4], 0x4bdecfa9, 11)
    STEP(H, c, d, a, b, w[7], 0xf6bb4b60, 16)
    STEP(H, b, c, d, a, w[10], 0xbebfbc70, 23)
    STEP(H, a, b, c, d, w[13], 0x289b7ec6, 4)
    STEP(H, d, a, b, c, w[0], 0xeaa127fa, 11)
    STEP(H, c, d, a, b, w[3], 0xd4ef3085, 16)
    STEP(H, b, c, d, a, w[6], 0x04881d05, 23)
    STEP(H, a, b, c, d, w[9], 0xd9d4d039, 4)
    STEP(H, d, a, b, c, w[12], 0xe6db99e5, 11)
    STEP(H, c, d, a, b, w[15], 0x1fa27cf8, 16)
    STEP(H, b, c, d, a, w[2], 0xc4ac5665, 23)
    STEP(I, a, b, c, d, w[0], 0xf4292244, 6)
    STEP(I, d, a, b, c, w[7], 0x432aff97, 10)
    STEP(I, c, d, a, b, w[14], 0xab9423a7, 15)
    STEP(I, b, c, d, a, w[5], 0xfc93a039, 21)
    STEP(I, a, b, c, d, w[12], 0x655b59c3, 6)
    STEP(I, d, a, b, c, w[3], 0x8f0ccc92, 10)
    STEP(I, c, d, a, b, w[10], 0xffeff47d, 15)
    STEP(I, b, c, d, a, w[1], 0x85845dd1, 21)
    STEP(I, a, b, c, d, w[8], 0x6fa87e4f, 6)
    STEP(I, d, a, b, c, w[15], 0xfe2ce6e0, 10)
    STEP(I, c, d, a, b, w[6], 0xa3014314, 15)
    STEP(I, b, c, d, a, w[13], 0x4e0811a1, 21)
    STEP(I, a, b, c, d, w[4], 0xf7537e82, 6)
    STEP(I, d, a, b, c, w[11], 0xbd3af235, 10)
    STEP(I, c, d, a, b, w[2], 0x2ad7d2bb, 15)
    STEP(I, b, c, d, a, w[9], 0xeb86d391, 21)

    a += 0x67452301, b += 0xefcdab89, c += 0x98badcfe, d += 0x10325476;
    first[n - base] = a;
    if (a == target[0] && b == target[1] && c == target[2] && d == target[3]) {
        found[0] = n;
        found[1] = w[0];
    }
}
