// Functions of integers of 32 and 64 bits, at numbers where they differ.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg a [128] random(1, -2147483648, 2147483647)
// lanescope: arg b [128] random(2, -9, 40)
// lanescope: arg w [128] random(3, -2147483648, 2147483647)
// lanescope: arg out [3072] zeros
// lanescope: arg wide [1024] zeros
__device__ int edge(int i, int other)
{
    const int edges[8] = {0, 1, -1, 2147483647, -2147483647 - 1, 65535, -65536, 1 << 30};
    return (i & 3) == 0 ? edges[(i >> 2) & 7] : other;
}

__global__ void integers(const int *a, const int *b, const int *w, int *out, long long *wide)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = edge(i, a[i]), y = edge(i + 1, b[i]);
    unsigned int u = (unsigned int)x, v = (unsigned int)y;
    int *o = out + i * 24;
    o[0] = __clz(x);
    o[1] = __popc(u);
    o[2] = __ffs(x);
    o[3] = (int)__brev(u);
    o[4] = __mulhi(x, y);
    o[5] = (int)__umulhi(u, v);
    o[6] = __mul24(x, y);
    o[7] = (int)__umul24(u, v);
    o[8] = min(x, y);
    o[9] = max(x, y);
    o[10] = (int)min(u, v);
    o[11] = (int)max(u, v);
    o[12] = abs(y);
    o[13] = (int)(u + v * 3u);
    o[14] = (int)(u >> (v & 31u));
    o[15] = x >> (y & 31);
    o[16] = (int)(u << (v & 31u));
    o[17] = v != 0u ? (int)(u / v) : -1;
    o[18] = v != 0u ? (int)(u % v) : -1;
    o[19] = y > 1 ? x / y : 7;
    o[20] = y > 1 ? x % y : 8;
    o[21] = (signed char)x * 3 + (unsigned char)y;
    o[22] = (short)x - (unsigned short)(y << 7);
    o[23] = (x < y) + 2 * (u < v) + 4 * (x == y) + 8 * !x + 16 * (u >= v);
    long long l = ((long long)x << 32) ^ (long long)w[i], m = (long long)y * 1000003LL + 1;
    unsigned long long p = (unsigned long long)l, q = (unsigned long long)m;
    long long *z = wide + i * 8;
    z[0] = __mul64hi(l, m);
    z[1] = (long long)__umul64hi(p, q);
    z[2] = __clzll(l) * 100 + __popcll(p) + __ffsll(l) * 10000;
    z[3] = (long long)__brevll(p);
    z[4] = q != 0 ? (long long)(p / q) : 0;
    z[5] = m > 1 ? l % m : 0;
    z[6] = (l >> (y & 63)) ^ (long long)(p << (v & 63u));
    z[7] = l * m + (l < m) - (p < q ? 2 : 0);
}
