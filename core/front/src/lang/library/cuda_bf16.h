/* bfloat16 of CUDA's cuda_bf16.h, in the language of kernels: the upper half of a `float`. Arithmetic is done in `float` and rounded to
   the nearest, ties to even. What is no number becomes 0x7fff. */
struct __align__(2) __nv_bfloat16 {
    unsigned short __x;
    __device__ operator float() const { return __uint_as_float((unsigned)__x << 16); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 { __nv_bfloat16 x, y; };
typedef __nv_bfloat162 nv_bfloat162;

__device__ inline float __bfloat162float(__nv_bfloat16 b) { return __uint_as_float((unsigned)b.__x << 16); }
__device__ inline __nv_bfloat16 __float2bfloat16(float x) {
    unsigned bits = __float_as_uint(x);
    __nv_bfloat16 b;
    b.__x = x != x ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return b;
}
__device__ inline __nv_bfloat16 __float2bfloat16_rn(float x) { return __float2bfloat16(x); }
__device__ inline __nv_bfloat16 __float2bfloat16_rz(float x) { __nv_bfloat16 b; b.__x = x != x ? 0x7fff : __float_as_uint(x) >> 16; return b; }
__device__ inline __nv_bfloat16 __int2bfloat16_rn(int x) { return __float2bfloat16((float)x); }
__device__ inline int __bfloat162int_rz(__nv_bfloat16 x) { return (int)__bfloat162float(x); }
__device__ inline int __bfloat162int_rn(__nv_bfloat16 x) { return (int)rintf(__bfloat162float(x)); }
__device__ inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
__device__ inline short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.__x; }
__device__ inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) { __nv_bfloat16 b; b.__x = x; return b; }
__device__ inline __nv_bfloat16 __short_as_bfloat16(short x) { __nv_bfloat16 b; b.__x = (unsigned short)x; return b; }
__device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { __nv_bfloat162 v; v.x = x; v.y = y; return v; }
__device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return make_bfloat162(x, y); }
__device__ inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return make_bfloat162(x, x); }
__device__ inline __nv_bfloat162 __float2bfloat162_rn(float x) { return __bfloat162bfloat162(__float2bfloat16(x)); }
__device__ inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return make_bfloat162(__float2bfloat16(x), __float2bfloat16(y)); }
__device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
__device__ inline float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(__bfloat162float(v.x), __bfloat162float(v.y)); }
__device__ inline float __low2float(__nv_bfloat162 v) { return __bfloat162float(v.x); }
__device__ inline float __high2float(__nv_bfloat162 v) { return __bfloat162float(v.y); }
__device__ inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__device__ inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
__device__ inline __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(__bfloat162float(a) + __bfloat162float(b)); }
__device__ inline __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return make_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
__device__ inline __nv_bfloat16 operator+(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }
__device__ inline __nv_bfloat16 &operator+=(__nv_bfloat16 &a, __nv_bfloat16 b) { a = __hadd(a, b); return a; }
__device__ inline __nv_bfloat162 operator+(__nv_bfloat162 a, __nv_bfloat162 b) { return __hadd2(a, b); }
__device__ inline __nv_bfloat162 &operator+=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = __hadd2(a, b); return a; }
__device__ inline __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(__bfloat162float(a) - __bfloat162float(b)); }
__device__ inline __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return make_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
__device__ inline __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub(a, b); }
__device__ inline __nv_bfloat16 &operator-=(__nv_bfloat16 &a, __nv_bfloat16 b) { a = __hsub(a, b); return a; }
__device__ inline __nv_bfloat162 operator-(__nv_bfloat162 a, __nv_bfloat162 b) { return __hsub2(a, b); }
__device__ inline __nv_bfloat162 &operator-=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = __hsub2(a, b); return a; }
__device__ inline __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(__bfloat162float(a) * __bfloat162float(b)); }
__device__ inline __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return make_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
__device__ inline __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }
__device__ inline __nv_bfloat16 &operator*=(__nv_bfloat16 &a, __nv_bfloat16 b) { a = __hmul(a, b); return a; }
__device__ inline __nv_bfloat162 operator*(__nv_bfloat162 a, __nv_bfloat162 b) { return __hmul2(a, b); }
__device__ inline __nv_bfloat162 &operator*=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = __hmul2(a, b); return a; }
__device__ inline __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(__bfloat162float(a) / __bfloat162float(b)); }
__device__ inline __nv_bfloat162 h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return make_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__device__ inline __nv_bfloat16 operator/(__nv_bfloat16 a, __nv_bfloat16 b) { return __hdiv(a, b); }
__device__ inline __nv_bfloat16 &operator/=(__nv_bfloat16 &a, __nv_bfloat16 b) { a = __hdiv(a, b); return a; }
__device__ inline __nv_bfloat162 operator/(__nv_bfloat162 a, __nv_bfloat162 b) { return h2div(a, b); }
__device__ inline __nv_bfloat162 &operator/=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = h2div(a, b); return a; }
__device__ inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __float2bfloat16(fmaf(__bfloat162float(a), __bfloat162float(b), __bfloat162float(c))); }
__device__ inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return make_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__device__ inline __nv_bfloat16 __hneg(__nv_bfloat16 x) { x.__x ^= 0x8000; return x; }
__device__ inline __nv_bfloat16 __habs(__nv_bfloat16 x) { x.__x &= 0x7fff; return x; }
__device__ inline __nv_bfloat16 operator-(__nv_bfloat16 x) { return __hneg(x); }
__device__ inline __nv_bfloat162 __hneg2(__nv_bfloat162 v) { return make_bfloat162(__hneg(v.x), __hneg(v.y)); }
__device__ inline __nv_bfloat162 __habs2(__nv_bfloat162 v) { return make_bfloat162(__habs(v.x), __habs(v.y)); }
__device__ inline __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(fmaxf(__bfloat162float(a), __bfloat162float(b))); }
__device__ inline __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return make_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__device__ inline __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __float2bfloat16(fminf(__bfloat162float(a), __bfloat162float(b))); }
__device__ inline __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return make_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__device__ inline bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) == __bfloat162float(b); }
__device__ inline bool operator==(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) == __bfloat162float(b); }
__device__ inline bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) < __bfloat162float(b); }
__device__ inline bool operator<(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) < __bfloat162float(b); }
__device__ inline bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) <= __bfloat162float(b); }
__device__ inline bool operator<=(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) <= __bfloat162float(b); }
__device__ inline bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) > __bfloat162float(b); }
__device__ inline bool operator>(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) > __bfloat162float(b); }
__device__ inline bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) >= __bfloat162float(b); }
__device__ inline bool operator>=(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) >= __bfloat162float(b); }
__device__ inline bool operator!=(__nv_bfloat16 a, __nv_bfloat16 b) { return __bfloat162float(a) != __bfloat162float(b); }
__device__ inline bool __hisnan(__nv_bfloat16 x) { return (x.__x & 0x7fff) > 0x7f80; }
__device__ inline __nv_bfloat16 hsqrt(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(sqrtf(f)); }
__device__ inline __nv_bfloat16 hrsqrt(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(rsqrtf(f)); }
__device__ inline __nv_bfloat16 hrcp(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(1.0f / f); }
__device__ inline __nv_bfloat16 hexp(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(expf(f)); }
__device__ inline __nv_bfloat16 hexp2(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(exp2f(f)); }
__device__ inline __nv_bfloat16 hlog(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(logf(f)); }
__device__ inline __nv_bfloat16 hlog2(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(log2f(f)); }
__device__ inline __nv_bfloat16 hsin(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(sinf(f)); }
__device__ inline __nv_bfloat16 hcos(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(cosf(f)); }
__device__ inline __nv_bfloat16 htanh(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(tanhf(f)); }
__device__ inline __nv_bfloat16 hceil(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(ceilf(f)); }
__device__ inline __nv_bfloat16 hfloor(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(floorf(f)); }
__device__ inline __nv_bfloat16 htrunc(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(truncf(f)); }
__device__ inline __nv_bfloat16 hrint(__nv_bfloat16 x) { float f = __bfloat162float(x); return __float2bfloat16(rintf(f)); }
