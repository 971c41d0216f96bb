/* The half precision of CUDA's cuda_fp16.h, in the language of kernels. `__fp16` is the number of 16 bits: each operation rounds
   once, as `+ - * /` and `__hfma` of the instruction set do. Functions of one number are computed in `float` and rounded. */
typedef __fp16 __half;
typedef __fp16 half;
struct __align__(4) __half2 { __half x, y; };
typedef __half2 half2;

__device__ inline __half2 make_half2(__half x, __half y) { __half2 v; v.x = x; v.y = y; return v; }
__device__ inline __half2 __halves2half2(__half x, __half y) { return make_half2(x, y); }
__device__ inline __half2 __half2half2(__half x) { return make_half2(x, x); }
__device__ inline __half2 __float2half2_rn(float x) { return make_half2((__half)x, (__half)x); }
__device__ inline __half2 __floats2half2_rn(float x, float y) { return make_half2((__half)x, (__half)y); }
__device__ inline __half2 __float22half2_rn(float2 v) { return make_half2((__half)v.x, (__half)v.y); }
__device__ inline float2 __half22float2(__half2 v) { return make_float2((float)v.x, (float)v.y); }
__device__ inline float __low2float(__half2 v) { return (float)v.x; }
__device__ inline float __high2float(__half2 v) { return (float)v.y; }
__device__ inline __half __low2half(__half2 v) { return v.x; }
__device__ inline __half __high2half(__half2 v) { return v.y; }
__device__ inline __half2 __low2half2(__half2 v) { return make_half2(v.x, v.x); }
__device__ inline __half2 __high2half2(__half2 v) { return make_half2(v.y, v.y); }
__device__ inline __half2 __lows2half2(__half2 a, __half2 b) { return make_half2(a.x, b.x); }
__device__ inline __half2 __highs2half2(__half2 a, __half2 b) { return make_half2(a.y, b.y); }
__device__ inline __half2 __lowhigh2highlow(__half2 v) { return make_half2(v.y, v.x); }
__device__ inline __half __float2half(float x) { return (__half)x; }
__device__ inline __half __float2half_rn(float x) { return (__half)x; }
__device__ inline __half __double2half(double x) { return (__half)x; }
__device__ inline float __half2float(__half x) { return (float)x; }
__device__ inline __half __int2half_rn(int x) { return (__half)x; }
__device__ inline int __half2int_rz(__half x) { return (int)x; }
__device__ inline int __half2int_rn(__half x) { return (int)rintf((float)x); }
__device__ inline int __half2int_rd(__half x) { return (int)floorf((float)x); }
__device__ inline int __half2int_ru(__half x) { return (int)ceilf((float)x); }
__device__ inline __half __uint2half_rn(unsigned x) { return (__half)x; }
__device__ inline unsigned __half2uint_rz(__half x) { return (unsigned)x; }
__device__ inline unsigned __half2uint_rn(__half x) { return (unsigned)rintf((float)x); }
__device__ inline unsigned __half2uint_rd(__half x) { return (unsigned)floorf((float)x); }
__device__ inline unsigned __half2uint_ru(__half x) { return (unsigned)ceilf((float)x); }
__device__ inline __half __short2half_rn(short x) { return (__half)x; }
__device__ inline short __half2short_rz(__half x) { return (short)x; }
__device__ inline short __half2short_rn(__half x) { return (short)rintf((float)x); }
__device__ inline short __half2short_rd(__half x) { return (short)floorf((float)x); }
__device__ inline short __half2short_ru(__half x) { return (short)ceilf((float)x); }
__device__ inline __half __ushort2half_rn(unsigned short x) { return (__half)x; }
__device__ inline unsigned short __half2ushort_rz(__half x) { return (unsigned short)x; }
__device__ inline unsigned short __half2ushort_rn(__half x) { return (unsigned short)rintf((float)x); }
__device__ inline unsigned short __half2ushort_rd(__half x) { return (unsigned short)floorf((float)x); }
__device__ inline unsigned short __half2ushort_ru(__half x) { return (unsigned short)ceilf((float)x); }
__device__ inline __half __ll2half_rn(long long x) { return (__half)x; }
__device__ inline long long __half2ll_rz(__half x) { return (long long)x; }
__device__ inline long long __half2ll_rn(__half x) { return (long long)rintf((float)x); }
__device__ inline long long __half2ll_rd(__half x) { return (long long)floorf((float)x); }
__device__ inline long long __half2ll_ru(__half x) { return (long long)ceilf((float)x); }
__device__ inline __half __ull2half_rn(unsigned long long x) { return (__half)x; }
__device__ inline unsigned long long __half2ull_rz(__half x) { return (unsigned long long)x; }
__device__ inline unsigned long long __half2ull_rn(__half x) { return (unsigned long long)rintf((float)x); }
__device__ inline unsigned long long __half2ull_rd(__half x) { return (unsigned long long)floorf((float)x); }
__device__ inline unsigned long long __half2ull_ru(__half x) { return (unsigned long long)ceilf((float)x); }
__device__ inline __half __hadd(__half a, __half b) { return a + b; }
__device__ inline __half2 __hadd2(__half2 a, __half2 b) { return make_half2(a.x + b.x, a.y + b.y); }
__device__ inline __half __hadd_rn(__half a, __half b) { return a + b; }
__device__ inline __half2 __hadd2_rn(__half2 a, __half2 b) { return make_half2(a.x + b.x, a.y + b.y); }
__device__ inline __half __hadd_sat(__half a, __half b) { return (__half)__saturatef((float)(a + b)); }
__device__ inline __half2 __hadd2_sat(__half2 a, __half2 b) { return make_half2(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)); }
__device__ inline __half2 operator+(__half2 a, __half2 b) { return make_half2(a.x + b.x, a.y + b.y); }
__device__ inline __half2 &operator+=(__half2 &a, __half2 b) { a.x = a.x + b.x; a.y = a.y + b.y; return a; }
__device__ inline __half __hsub(__half a, __half b) { return a - b; }
__device__ inline __half2 __hsub2(__half2 a, __half2 b) { return make_half2(a.x - b.x, a.y - b.y); }
__device__ inline __half __hsub_rn(__half a, __half b) { return a - b; }
__device__ inline __half2 __hsub2_rn(__half2 a, __half2 b) { return make_half2(a.x - b.x, a.y - b.y); }
__device__ inline __half __hsub_sat(__half a, __half b) { return (__half)__saturatef((float)(a - b)); }
__device__ inline __half2 __hsub2_sat(__half2 a, __half2 b) { return make_half2(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)); }
__device__ inline __half2 operator-(__half2 a, __half2 b) { return make_half2(a.x - b.x, a.y - b.y); }
__device__ inline __half2 &operator-=(__half2 &a, __half2 b) { a.x = a.x - b.x; a.y = a.y - b.y; return a; }
__device__ inline __half __hmul(__half a, __half b) { return a * b; }
__device__ inline __half2 __hmul2(__half2 a, __half2 b) { return make_half2(a.x * b.x, a.y * b.y); }
__device__ inline __half __hmul_rn(__half a, __half b) { return a * b; }
__device__ inline __half2 __hmul2_rn(__half2 a, __half2 b) { return make_half2(a.x * b.x, a.y * b.y); }
__device__ inline __half __hmul_sat(__half a, __half b) { return (__half)__saturatef((float)(a * b)); }
__device__ inline __half2 __hmul2_sat(__half2 a, __half2 b) { return make_half2(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)); }
__device__ inline __half2 operator*(__half2 a, __half2 b) { return make_half2(a.x * b.x, a.y * b.y); }
__device__ inline __half2 &operator*=(__half2 &a, __half2 b) { a.x = a.x * b.x; a.y = a.y * b.y; return a; }
__device__ inline __half __hdiv(__half a, __half b) { return a / b; }
__device__ inline __half2 __h2div(__half2 a, __half2 b) { return make_half2(a.x / b.x, a.y / b.y); }
__device__ inline __half2 operator/(__half2 a, __half2 b) { return make_half2(a.x / b.x, a.y / b.y); }
__device__ inline __half2 &operator/=(__half2 &a, __half2 b) { a.x = a.x / b.x; a.y = a.y / b.y; return a; }
__device__ inline __half2 h2div(__half2 a, __half2 b) { return __h2div(a, b); }
__device__ inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return make_half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__device__ inline __half __hfma_sat(__half a, __half b, __half c) { return (__half)__saturatef((float)__hfma(a, b, c)); }
__device__ inline __half __hneg(__half x) { return -x; }
__device__ inline __half2 __hneg2(__half2 v) { return make_half2(-v.x, -v.y); }
__device__ inline __half2 operator-(__half2 v) { return make_half2(-v.x, -v.y); }
__device__ inline __half __habs(__half x) { return (__half)fabsf((float)x); }
__device__ inline __half2 __habs2(__half2 v) { return make_half2(__habs(v.x), __habs(v.y)); }
__device__ inline __half __hmax(__half a, __half b) { return (__half)fmaxf((float)a, (float)b); }
__device__ inline __half2 __hmax2(__half2 a, __half2 b) { return make_half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__device__ inline __half __hfma_relu(__half a, __half b, __half c) { return __hmax(__hfma(a, b, c), (__half)0.0f); }
__device__ inline __half __hmin(__half a, __half b) { return (__half)fminf((float)a, (float)b); }
__device__ inline __half2 __hmin2(__half2 a, __half2 b) { return make_half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__device__ inline bool __heq(__half a, __half b) { return a == b; }
__device__ inline bool __hequ(__half a, __half b) { return !(a < b || a > b); }
__device__ inline __half2 __heq2(__half2 a, __half2 b) { return make_half2((__half)__heq(a.x, b.x), (__half)__heq(a.y, b.y)); }
__device__ inline bool __hbeq2(__half2 a, __half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
__device__ inline __half2 __hequ2(__half2 a, __half2 b) { return make_half2((__half)__hequ(a.x, b.x), (__half)__hequ(a.y, b.y)); }
__device__ inline bool __hbequ2(__half2 a, __half2 b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
__device__ inline bool operator==(__half2 a, __half2 b) { return a.x == b.x && a.y == b.y; }
__device__ inline bool __hne(__half a, __half b) { return a < b || a > b; }
__device__ inline bool __hneu(__half a, __half b) { return a != b; }
__device__ inline __half2 __hne2(__half2 a, __half2 b) { return make_half2((__half)__hne(a.x, b.x), (__half)__hne(a.y, b.y)); }
__device__ inline bool __hbne2(__half2 a, __half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
__device__ inline __half2 __hneu2(__half2 a, __half2 b) { return make_half2((__half)__hneu(a.x, b.x), (__half)__hneu(a.y, b.y)); }
__device__ inline bool __hbneu2(__half2 a, __half2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
__device__ inline bool __hlt(__half a, __half b) { return a < b; }
__device__ inline bool __hltu(__half a, __half b) { return !(a >= b); }
__device__ inline __half2 __hlt2(__half2 a, __half2 b) { return make_half2((__half)__hlt(a.x, b.x), (__half)__hlt(a.y, b.y)); }
__device__ inline bool __hblt2(__half2 a, __half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
__device__ inline __half2 __hltu2(__half2 a, __half2 b) { return make_half2((__half)__hltu(a.x, b.x), (__half)__hltu(a.y, b.y)); }
__device__ inline bool __hbltu2(__half2 a, __half2 b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
__device__ inline bool operator<(__half2 a, __half2 b) { return a.x < b.x && a.y < b.y; }
__device__ inline bool __hle(__half a, __half b) { return a <= b; }
__device__ inline bool __hleu(__half a, __half b) { return !(a > b); }
__device__ inline __half2 __hle2(__half2 a, __half2 b) { return make_half2((__half)__hle(a.x, b.x), (__half)__hle(a.y, b.y)); }
__device__ inline bool __hble2(__half2 a, __half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
__device__ inline __half2 __hleu2(__half2 a, __half2 b) { return make_half2((__half)__hleu(a.x, b.x), (__half)__hleu(a.y, b.y)); }
__device__ inline bool __hbleu2(__half2 a, __half2 b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
__device__ inline bool operator<=(__half2 a, __half2 b) { return a.x <= b.x && a.y <= b.y; }
__device__ inline bool __hgt(__half a, __half b) { return a > b; }
__device__ inline bool __hgtu(__half a, __half b) { return !(a <= b); }
__device__ inline __half2 __hgt2(__half2 a, __half2 b) { return make_half2((__half)__hgt(a.x, b.x), (__half)__hgt(a.y, b.y)); }
__device__ inline bool __hbgt2(__half2 a, __half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
__device__ inline __half2 __hgtu2(__half2 a, __half2 b) { return make_half2((__half)__hgtu(a.x, b.x), (__half)__hgtu(a.y, b.y)); }
__device__ inline bool __hbgtu2(__half2 a, __half2 b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
__device__ inline bool operator>(__half2 a, __half2 b) { return a.x > b.x && a.y > b.y; }
__device__ inline bool __hge(__half a, __half b) { return a >= b; }
__device__ inline bool __hgeu(__half a, __half b) { return !(a < b); }
__device__ inline __half2 __hge2(__half2 a, __half2 b) { return make_half2((__half)__hge(a.x, b.x), (__half)__hge(a.y, b.y)); }
__device__ inline bool __hbge2(__half2 a, __half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
__device__ inline __half2 __hgeu2(__half2 a, __half2 b) { return make_half2((__half)__hgeu(a.x, b.x), (__half)__hgeu(a.y, b.y)); }
__device__ inline bool __hbgeu2(__half2 a, __half2 b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }
__device__ inline bool operator>=(__half2 a, __half2 b) { return a.x >= b.x && a.y >= b.y; }
__device__ inline bool operator!=(__half2 a, __half2 b) { return a.x != b.x && a.y != b.y; }
__device__ inline bool __hisnan(__half x) { return x != x; }
__device__ inline int __hisinf(__half x) { return isinf((float)x) ? (x < (__half)0.0f ? -1 : 1) : 0; }
__device__ inline __half2 __hisnan2(__half2 v) { return make_half2((__half)(v.x != v.x), (__half)(v.y != v.y)); }
__device__ inline __half hsqrt(__half x) { float f = (float)x; return (__half)(sqrtf(f)); }
__device__ inline __half2 h2sqrt(__half2 v) { return make_half2(hsqrt(v.x), hsqrt(v.y)); }
__device__ inline __half hrsqrt(__half x) { float f = (float)x; return (__half)(rsqrtf(f)); }
__device__ inline __half2 h2rsqrt(__half2 v) { return make_half2(hrsqrt(v.x), hrsqrt(v.y)); }
__device__ inline __half hrcp(__half x) { float f = (float)x; return (__half)(1.0f / f); }
__device__ inline __half2 h2rcp(__half2 v) { return make_half2(hrcp(v.x), hrcp(v.y)); }
__device__ inline __half hexp(__half x) { float f = (float)x; return (__half)(expf(f)); }
__device__ inline __half2 h2exp(__half2 v) { return make_half2(hexp(v.x), hexp(v.y)); }
__device__ inline __half hexp2(__half x) { float f = (float)x; return (__half)(exp2f(f)); }
__device__ inline __half2 h2exp2(__half2 v) { return make_half2(hexp2(v.x), hexp2(v.y)); }
__device__ inline __half hexp10(__half x) { float f = (float)x; return (__half)(exp10f(f)); }
__device__ inline __half2 h2exp10(__half2 v) { return make_half2(hexp10(v.x), hexp10(v.y)); }
__device__ inline __half hlog(__half x) { float f = (float)x; return (__half)(logf(f)); }
__device__ inline __half2 h2log(__half2 v) { return make_half2(hlog(v.x), hlog(v.y)); }
__device__ inline __half hlog2(__half x) { float f = (float)x; return (__half)(log2f(f)); }
__device__ inline __half2 h2log2(__half2 v) { return make_half2(hlog2(v.x), hlog2(v.y)); }
__device__ inline __half hlog10(__half x) { float f = (float)x; return (__half)(log10f(f)); }
__device__ inline __half2 h2log10(__half2 v) { return make_half2(hlog10(v.x), hlog10(v.y)); }
__device__ inline __half hsin(__half x) { float f = (float)x; return (__half)(sinf(f)); }
__device__ inline __half2 h2sin(__half2 v) { return make_half2(hsin(v.x), hsin(v.y)); }
__device__ inline __half hcos(__half x) { float f = (float)x; return (__half)(cosf(f)); }
__device__ inline __half2 h2cos(__half2 v) { return make_half2(hcos(v.x), hcos(v.y)); }
__device__ inline __half htanh(__half x) { float f = (float)x; return (__half)(tanhf(f)); }
__device__ inline __half2 h2tanh(__half2 v) { return make_half2(htanh(v.x), htanh(v.y)); }
__device__ inline __half hceil(__half x) { float f = (float)x; return (__half)(ceilf(f)); }
__device__ inline __half2 h2ceil(__half2 v) { return make_half2(hceil(v.x), hceil(v.y)); }
__device__ inline __half hfloor(__half x) { float f = (float)x; return (__half)(floorf(f)); }
__device__ inline __half2 h2floor(__half2 v) { return make_half2(hfloor(v.x), hfloor(v.y)); }
__device__ inline __half htrunc(__half x) { float f = (float)x; return (__half)(truncf(f)); }
__device__ inline __half2 h2trunc(__half2 v) { return make_half2(htrunc(v.x), htrunc(v.y)); }
__device__ inline __half hrint(__half x) { float f = (float)x; return (__half)(rintf(f)); }
__device__ inline __half2 h2rint(__half2 v) { return make_half2(hrint(v.x), hrint(v.y)); }
