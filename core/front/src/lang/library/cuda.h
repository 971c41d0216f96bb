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
__device__ inline long lroundf(float x) { return (long)roundf(x); }
__device__ inline long long llroundf(float x) { return (long long)roundf(x); }
__device__ inline long lround(double x) { return (long)round(x); }
__device__ inline long long llround(double x) { return (long long)round(x); }
__device__ inline long lrint(double x) { return (long)rint(x); }
__device__ inline long long llrint(double x) { return (long long)rint(x); }
__device__ inline double __dadd_rn(double a, double b) { return a + b; }
__device__ inline double __dsub_rn(double a, double b) { return a - b; }
__device__ inline double __dmul_rn(double a, double b) { return a * b; }
__device__ inline double __ddiv_rn(double a, double b) { return a / b; }
__device__ inline double __drcp_rn(double x) { return 1.0 / x; }
__device__ inline double __dsqrt_rn(double x) { return sqrt(x); }

/* Math */
__device__ inline void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
__device__ inline void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
QUALIFIED REAL rcbrt@(REAL x) { return 1.0$ / cbrt@(x); }
__device__ inline float rhypotf(float x, float y) { return isinf(x) || isinf(y) ? 0.0f : (float)(1.0 / sqrt((double)x * x + (double)y * y)); }
__device__ inline float normcdff(float x) { return (float)(0.5 * erfc(x * -0.70710678118654752440)); }
__device__ inline float normcdf(float x) { return normcdff(x); }
/* What rounding takes from the argument is made up for by the derivative. */
__device__ inline double normcdf(double x) { if (fabs(x) > 39.0) return x > 0.0 ? 1.0 : 0.0; double t = x * -0.70710678118654752440; double rest = fma(x, -0.70710678118654752440, -t) + x * 4.833646656726457e-17; return 0.5 * (erfc(t) - rest * 1.1283791670955126 * exp(-t * t)); }
QUALIFIED REAL scalbn@(REAL x, int n) { return ldexp@(x, n); }
__device__ inline float norm3df(float x, float y, float z) { return isinf(x) || isinf(y) || isinf(z) ? __int_as_float(0x7f800000) : (float)sqrt((double)x * x + (double)y * y + (double)z * z); }
__device__ inline float rnorm3df(float x, float y, float z) { return isinf(x) || isinf(y) || isinf(z) ? 0.0f : (float)(1.0 / sqrt((double)x * x + (double)y * y + (double)z * z)); }
__device__ inline float norm4df(float x, float y, float z, float t) { return isinf(x) || isinf(y) || isinf(z) || isinf(t) ? __int_as_float(0x7f800000) : (float)sqrt((double)x * x + (double)y * y + (double)z * z + (double)t * t); }

/* Memory: words where both sides are made of them, otherwise bytes */
__device__ inline void *memcpy(void *to, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}
template <class T, class F> __device__ inline T *memcpy(T *to, F *from, size_t bytes) {
    size_t done = 0;
    if constexpr (alignof(T) >= 4 && alignof(F) >= 4) {
        for (; done + 4 <= bytes; done += 4) *(unsigned *)((unsigned char *)to + done) = *(const unsigned *)((const unsigned char *)from + done);
    }
    if (bytes % 4 != 0 || alignof(T) < 4 || alignof(F) < 4) for (; done < bytes; done++) ((unsigned char *)to)[done] = ((const unsigned char *)from)[done];
    return to;
}
__device__ inline void *memset(void *to, int value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((unsigned char *)to)[i] = (unsigned char)value;
    return to;
}
template <class T> __device__ inline T *memset(T *to, int value, size_t bytes) {
    size_t done = 0;
    if constexpr (alignof(T) >= 4) {
        for (; done + 4 <= bytes; done += 4) *(unsigned *)((unsigned char *)to + done) = (unsigned)(value & 255) * 0x01010101u;
    }
    if (bytes % 4 != 0 || alignof(T) < 4) for (; done < bytes; done++) ((unsigned char *)to)[done] = (unsigned char)value;
    return to;
}

/* Barriers that answer: each begins with one more, so that nobody still reads the last answer */
__device__ inline int __syncthreads_count(int holds) {
    __shared__ int n;
    __syncthreads();
    n = 0;
    __syncthreads();
    if (holds) atomicAdd(&n, 1);
    __syncthreads();
    return n;
}
__device__ inline int __syncthreads_or(int holds) {
    __shared__ int n;
    __syncthreads();
    n = 0;
    __syncthreads();
    if (holds) n = 1;
    __syncthreads();
    return n;
}
__device__ inline int __syncthreads_and(int holds) { return !__syncthreads_or(!holds); }

/* Loads and stores that say how caches are to treat them, which machines do not follow */
template <class T> __device__ inline T __ldlu(const T *p) { return *p; }
template <class T> __device__ inline T __ldcv(const T *p) { return *p; }
template <class T, class V> __device__ inline void __stwb(T *p, V value) { *p = value; }
template <class T, class V> __device__ inline void __stcg(T *p, V value) { *p = value; }
template <class T, class V> __device__ inline void __stcs(T *p, V value) { *p = value; }
template <class T, class V> __device__ inline void __stwt(T *p, V value) { *p = value; }
__device__ inline long __builtin_expect(long x, long y) { return x; }
__device__ inline void __builtin_assume(bool x) {}
__device__ inline void __assume(bool x) {}
__device__ inline void __builtin_unreachable() {}
