/* Functions of CUDA that are written in the language of kernels: those whose names a text has are read in front of it. Each
   stands behind those that it calls, and begins a line. */

/* Bits */
__device__ inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
    unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) r |= (unsigned)(both >> (s >> i / 2 & 7) * 8 & 255) << i;
    return r;
}
__device__ inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 32; i += 8) c += (signed char)(a >> i) * (signed char)(b >> i);
    return c;
}
__device__ inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
    return c;
}
__device__ inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned n) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (n & 31) >> 32);
}
__device__ inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (n & 31));
}
__device__ inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned n) {
    return n >= 32 ? low : (unsigned)(((unsigned long long)high << 32 | low) << n >> 32);
}
__device__ inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned n) {
    return n >= 32 ? high : (unsigned)(((unsigned long long)high << 32 | low) >> n);
}
__device__ inline unsigned __sad(int x, int y, unsigned z) { return z + (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y); }
__device__ inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }
__device__ inline int __hadd(int x, int y) { return (int)((long long)x + y >> 1); }
__device__ inline int __rhadd(int x, int y) { return (int)((long long)x + y + 1 >> 1); }
__device__ inline unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x + y >> 1); }
__device__ inline unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x + y + 1 >> 1); }
__device__ inline int __dp2a_lo(int a, int b, int c) { return c + (short)a * (signed char)b + (short)(a >> 16) * (signed char)(b >> 8); }
__device__ inline int __dp2a_hi(int a, int b, int c) { return c + (short)a * (signed char)(b >> 16) + (short)(a >> 16) * (signed char)(b >> 24); }
__device__ inline unsigned __vadd2(unsigned a, unsigned b) { return (a + b & 0xffff) | (a & 0xffff0000) + (b & 0xffff0000); }
__device__ inline unsigned __vsub2(unsigned a, unsigned b) { return (a - b & 0xffff) | (a & 0xffff0000) - (b & 0xffff0000); }
__device__ inline unsigned __vadd4(unsigned a, unsigned b) { return (a & 0x7f7f7f7f) + (b & 0x7f7f7f7f) ^ (a ^ b) & 0x80808080; }
__device__ inline unsigned __vsub4(unsigned a, unsigned b) { return (a | 0x80808080) - (b & 0x7f7f7f7f) ^ (a ^ ~b) & 0x80808080; }
__device__ inline unsigned __vabsdiffu4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) { unsigned x = a >> i & 255, y = b >> i & 255; r |= (x < y ? y - x : x - y) << i; } return r;
}
__device__ inline unsigned __vmaxu4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) { unsigned x = a >> i & 255, y = b >> i & 255; r |= (x < y ? y : x) << i; } return r;
}
__device__ inline unsigned __vminu4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) { unsigned x = a >> i & 255, y = b >> i & 255; r |= (x < y ? x : y) << i; } return r;
}
__device__ inline unsigned __vavgu4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) { unsigned x = a >> i & 255, y = b >> i & 255; r |= (x + y + 1 >> 1) << i; } return r;
}
__device__ inline unsigned __vcmpeq4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) { unsigned x = a >> i & 255, y = b >> i & 255; r |= (x == y ? 255 : 0) << i; } return r;
}
__device__ inline unsigned __vsadu4(unsigned a, unsigned b) {
    unsigned r = 0;
    for (int i = 0; i < 32; i += 8) { unsigned x = a >> i & 255, y = b >> i & 255; r += x < y ? y - x : x - y; } return r;
}

/* Conversions, and operations that say how they round */
__device__ inline long long __float2ll_rn(float x) { return (long long)rintf(x); }
__device__ inline unsigned long long __float2ull_rn(float x) { return (unsigned long long)rintf(x); }
__device__ inline int __double2int_rn(double x) { return (int)rint(x); }
__device__ inline unsigned __double2uint_rn(double x) { return (unsigned)rint(x); }
__device__ inline long long __double2ll_rn(double x) { return (long long)rint(x); }
__device__ inline unsigned long long __double2ull_rn(double x) { return (unsigned long long)rint(x); }
__device__ inline long long __float2ll_rz(float x) { return (long long)truncf(x); }
__device__ inline unsigned long long __float2ull_rz(float x) { return (unsigned long long)truncf(x); }
__device__ inline int __double2int_rz(double x) { return (int)trunc(x); }
__device__ inline unsigned __double2uint_rz(double x) { return (unsigned)trunc(x); }
__device__ inline long long __double2ll_rz(double x) { return (long long)trunc(x); }
__device__ inline unsigned long long __double2ull_rz(double x) { return (unsigned long long)trunc(x); }
__device__ inline long long __float2ll_ru(float x) { return (long long)ceilf(x); }
__device__ inline unsigned long long __float2ull_ru(float x) { return (unsigned long long)ceilf(x); }
__device__ inline int __double2int_ru(double x) { return (int)ceil(x); }
__device__ inline unsigned __double2uint_ru(double x) { return (unsigned)ceil(x); }
__device__ inline long long __double2ll_ru(double x) { return (long long)ceil(x); }
__device__ inline unsigned long long __double2ull_ru(double x) { return (unsigned long long)ceil(x); }
__device__ inline long long __float2ll_rd(float x) { return (long long)floorf(x); }
__device__ inline unsigned long long __float2ull_rd(float x) { return (unsigned long long)floorf(x); }
__device__ inline int __double2int_rd(double x) { return (int)floor(x); }
__device__ inline unsigned __double2uint_rd(double x) { return (unsigned)floor(x); }
__device__ inline long long __double2ll_rd(double x) { return (long long)floor(x); }
__device__ inline unsigned long long __double2ull_rd(double x) { return (unsigned long long)floor(x); }
__device__ inline float __ll2float_rn(long long x) { return (float)x; }
__device__ inline float __ull2float_rn(unsigned long long x) { return (float)x; }
__device__ inline double __int2double_rn(int x) { return (double)x; }
__device__ inline double __uint2double_rn(unsigned x) { return (double)x; }
__device__ inline double __ll2double_rn(long long x) { return (double)x; }
__device__ inline double __ull2double_rn(unsigned long long x) { return (double)x; }
__device__ inline float __double2float_rn(double x) { return (float)x; }
__device__ inline double __hiloint2double(int high, int low) { return __longlong_as_double((long long)high << 32 | (unsigned)low); }
__device__ inline long long lroundf(float x) { return (long long)roundf(x); }
__device__ inline long long llroundf(float x) { return (long long)roundf(x); }
__device__ inline long long lround(double x) { return (long long)round(x); }
__device__ inline long long llround(double x) { return (long long)round(x); }
__device__ inline long long lrint(double x) { return (long long)rint(x); }
__device__ inline long long llrint(double x) { return (long long)rint(x); }
__device__ inline double __dadd_rn(double a, double b) { return a + b; }
__device__ inline double __dsub_rn(double a, double b) { return a - b; }
__device__ inline double __dmul_rn(double a, double b) { return a * b; }
__device__ inline double __ddiv_rn(double a, double b) { return a / b; }
__device__ inline double __drcp_rn(double x) { return 1.0 / x; }
__device__ inline double __dsqrt_rn(double x) { return sqrt(x); }

/* Math */
__device__ inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
__device__ inline double rcbrt(double x) { return 1.0 / cbrt(x); }
__device__ inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
__device__ inline float normcdff(float x) { return 0.5f * erfcf(x * -0.70710678118654752f); }
__device__ inline double normcdf(double x) { return 0.5 * erfc(x * -0.70710678118654752440); }
__device__ inline float nextafterf(float x, float y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0.0f) return __int_as_float(y < 0.0f ? (int)0x80000001 : 1);
    int b = __float_as_int(x);
    return __int_as_float((x < y) == (x > 0.0f) ? b + 1 : b - 1);
}
__device__ inline int ilogbf(float x) {
    int b = __float_as_int(x) & 0x7fffffff;
    if (b == 0 || b > 0x7f800000) return (int)0x80000000;
    return b == 0x7f800000 ? 0x7fffffff : b < 0x800000 ? -118 - __clz(b) : (int)(b >> 23) - 127;
}
__device__ inline float logbf(float x) {
    if (x == 0.0f) return -1.0f / fabsf(x);
    return x != x || isinf(x) ? x * x : (float)ilogbf(x);
}
__device__ inline float frexpf(float x, int *exponent) {
    *exponent = 0;
    if (x == 0.0f || x != x || isinf(x)) return x;
    int e = ilogbf(x) + 1;
    *exponent = e;
    return ldexpf(ldexpf(x, -e / 2), -e - -e / 2);
}
__device__ inline float remainderf(float x, float y) {
    float r = fabsf(x), d = fabsf(y);
    if (x != x || y != y || isinf(x) || y == 0.0f) return (x * y) / (x * y);
    if (d <= 0x1.fffffep126f) r = fmodf(r, d + d);
    if (d < 0x1p-125f) {
        if (r + r > d) { r -= d; if (r + r >= d) r -= d; }
    } else if (r > 0.5f * d) {
        r -= d; if (r >= 0.5f * d) r -= d;
    }
    return signbit(x) ? -r : r;
}
__device__ inline float asinhf(float x) {
    float a = fabsf(x);
    float r = a > 1e9f ? logf(a) + 0.693147180559945309417f : log1pf(a + a * a / (1.0f + sqrtf(a * a + 1.0f)));
    return copysignf(r, x);
}
__device__ inline float acoshf(float x) {
    if (x < 1.0f) return sqrtf(-1.0f);
    if (x > 1e9f) return logf(x) + 0.693147180559945309417f;
    float t = x - 1.0f;
    return log1pf(t + sqrtf(t + t + t * t));
}
__device__ inline float atanhf(float x) {
    float a = fabsf(x);
    return copysignf(0.5f * log1pf((a + a) / (1.0f - a)), x);
}
__device__ inline double nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0.0) return __longlong_as_double(y < 0.0 ? (long long)0x8000000000000001ULL : 1);
    long long b = __double_as_longlong(x);
    return __longlong_as_double((x < y) == (x > 0.0) ? b + 1 : b - 1);
}
__device__ inline int ilogb(double x) {
    long long b = __double_as_longlong(x) & 0x7fffffffffffffffLL;
    if (b == 0 || b > 0x7ff0000000000000LL) return (int)0x80000000;
    return b == 0x7ff0000000000000LL ? 0x7fffffff : b < 0x10000000000000LL ? -1011 - __clzll(b) : (int)(b >> 52) - 1023;
}
__device__ inline double logb(double x) {
    if (x == 0.0) return -1.0 / fabs(x);
    return x != x || isinf(x) ? x * x : (double)ilogb(x);
}
__device__ inline double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0.0 || x != x || isinf(x)) return x;
    int e = ilogb(x) + 1;
    *exponent = e;
    return ldexp(ldexp(x, -e / 2), -e - -e / 2);
}
__device__ inline double remainder(double x, double y) {
    double r = fabs(x), d = fabs(y);
    if (x != x || y != y || isinf(x) || y == 0.0) return (x * y) / (x * y);
    if (d <= 0x1.fffffffffffffp1022) r = fmod(r, d + d);
    if (d < 0x1p-1021) {
        if (r + r > d) { r -= d; if (r + r >= d) r -= d; }
    } else if (r > 0.5 * d) {
        r -= d; if (r >= 0.5 * d) r -= d;
    }
    return signbit(x) ? -r : r;
}
__device__ inline double asinh(double x) {
    double a = fabs(x);
    double r = a > 1e18 ? log(a) + 0.693147180559945309417 : log1p(a + a * a / (1.0 + sqrt(a * a + 1.0)));
    return copysign(r, x);
}
__device__ inline double acosh(double x) {
    if (x < 1.0) return sqrt(-1.0);
    if (x > 1e18) return log(x) + 0.693147180559945309417;
    double t = x - 1.0;
    return log1p(t + sqrt(t + t + t * t));
}
__device__ inline double atanh(double x) {
    double a = fabs(x);
    return copysign(0.5 * log1p((a + a) / (1.0 - a)), x);
}
__device__ inline float scalbnf(float x, int n) { return ldexpf(x, n); }
__device__ inline double scalbn(double x, int n) { return ldexp(x, n); }
__device__ inline float norm3df(float x, float y, float z) { return (float)sqrt((double)x * x + (double)y * y + (double)z * z); }
__device__ inline float rnorm3df(float x, float y, float z) { return (float)(1.0 / sqrt((double)x * x + (double)y * y + (double)z * z)); }
__device__ inline float norm4df(float x, float y, float z, float t) { return (float)sqrt((double)x * x + (double)y * y + (double)z * z + (double)t * t); }
