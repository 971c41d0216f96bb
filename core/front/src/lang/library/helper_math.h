/* What CUDA's samples call helper_math.h: operators and functions of CUDA's vectors, component by component. */
#define __LS_HEAD inline __host__ __device__
#define __LS_BOTH2(V, T, OP) __LS_HEAD V operator OP(V a, V b) { return make_##V(a.x OP b.x, a.y OP b.y); } \
    __LS_HEAD V operator OP(V a, T b) { return make_##V(a.x OP b, a.y OP b); } \
    __LS_HEAD V operator OP(T a, V b) { return make_##V(a OP b.x, a OP b.y); } \
    __LS_HEAD void operator OP##=(V &a, V b) { a = a OP b; } __LS_HEAD void operator OP##=(V &a, T b) { a = a OP b; }
#define __LS_BOTH3(V, T, OP) __LS_HEAD V operator OP(V a, V b) { return make_##V(a.x OP b.x, a.y OP b.y, a.z OP b.z); } \
    __LS_HEAD V operator OP(V a, T b) { return make_##V(a.x OP b, a.y OP b, a.z OP b); } \
    __LS_HEAD V operator OP(T a, V b) { return make_##V(a OP b.x, a OP b.y, a OP b.z); } \
    __LS_HEAD void operator OP##=(V &a, V b) { a = a OP b; } __LS_HEAD void operator OP##=(V &a, T b) { a = a OP b; }
#define __LS_BOTH4(V, T, OP) __LS_HEAD V operator OP(V a, V b) { return make_##V(a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w); } \
    __LS_HEAD V operator OP(V a, T b) { return make_##V(a.x OP b, a.y OP b, a.z OP b, a.w OP b); } \
    __LS_HEAD V operator OP(T a, V b) { return make_##V(a OP b.x, a OP b.y, a OP b.z, a OP b.w); } \
    __LS_HEAD void operator OP##=(V &a, V b) { a = a OP b; } __LS_HEAD void operator OP##=(V &a, T b) { a = a OP b; }
#define __LS_EACH2(V, F) __LS_HEAD V F(V a, V b) { return make_##V(F(a.x, b.x), F(a.y, b.y)); }
#define __LS_EACH3(V, F) __LS_HEAD V F(V a, V b) { return make_##V(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)); }
#define __LS_EACH4(V, F) __LS_HEAD V F(V a, V b) { return make_##V(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z), F(a.w, b.w)); }
#define __LS_ONE(N, P, F) __LS_HEAD float##N F(float##N a) { return make_float##N(__LS_OF##N(P, a)); }
#define __LS_OF2(P, a) P(a.x), P(a.y)
#define __LS_OF3(P, a) P(a.x), P(a.y), P(a.z)
#define __LS_OF4(P, a) P(a.x), P(a.y), P(a.z), P(a.w)
/* Vectors of one number, and of others. */
#define __LS_MAKE(T, S) __LS_HEAD T##2 make_##T##2(S s) { return make_##T##2(s, s); } __LS_HEAD T##3 make_##T##3(S s) { return make_##T##3(s, s, s); } \
    __LS_HEAD T##4 make_##T##4(S s) { return make_##T##4(s, s, s, s); } __LS_HEAD T##2 make_##T##2(T##3 a) { return make_##T##2(a.x, a.y); } \
    __LS_HEAD T##3 make_##T##3(T##2 a) { return make_##T##3(a.x, a.y, 0); } __LS_HEAD T##3 make_##T##3(T##2 a, S s) { return make_##T##3(a.x, a.y, s); } \
    __LS_HEAD T##3 make_##T##3(T##4 a) { return make_##T##3(a.x, a.y, a.z); } __LS_HEAD T##4 make_##T##4(T##3 a) { return make_##T##4(a.x, a.y, a.z, 0); } \
    __LS_HEAD T##4 make_##T##4(T##3 a, S s) { return make_##T##4(a.x, a.y, a.z, s); }
__LS_MAKE(float, float)
__LS_MAKE(int, int)
__LS_MAKE(uint, unsigned)
#define __LS_FROM(T, S, U) __LS_HEAD T##2 make_##T##2(U##2 a) { return make_##T##2(S(a.x), S(a.y)); } \
    __LS_HEAD T##3 make_##T##3(U##3 a) { return make_##T##3(S(a.x), S(a.y), S(a.z)); } \
    __LS_HEAD T##4 make_##T##4(U##4 a) { return make_##T##4(S(a.x), S(a.y), S(a.z), S(a.w)); }
__LS_FROM(float, float, int)
__LS_FROM(float, float, uint)
__LS_FROM(int, int, float)
__LS_FROM(int, int, uint)
__LS_FROM(uint, unsigned, int)
#define __LS_ALL(T, S, OP) __LS_BOTH2(T##2, S, OP) __LS_BOTH3(T##3, S, OP) __LS_BOTH4(T##4, S, OP)
__LS_ALL(float, float, +)
__LS_ALL(float, float, -)
__LS_ALL(float, float, *)
__LS_ALL(float, float, /)
__LS_ALL(int, int, +)
__LS_ALL(int, int, -)
__LS_ALL(int, int, *)
__LS_ALL(uint, unsigned, +)
__LS_ALL(uint, unsigned, -)
__LS_ALL(uint, unsigned, *)
#define __LS_MINUS(T) __LS_HEAD T##2 operator-(T##2 a) { return make_##T##2(-a.x, -a.y); } \
    __LS_HEAD T##3 operator-(T##3 a) { return make_##T##3(-a.x, -a.y, -a.z); } __LS_HEAD T##4 operator-(T##4 a) { return make_##T##4(-a.x, -a.y, -a.z, -a.w); }
__LS_MINUS(float)
__LS_MINUS(int)
__LS_EACH2(float2, fminf) __LS_EACH3(float3, fminf) __LS_EACH4(float4, fminf)
__LS_EACH2(float2, fmaxf) __LS_EACH3(float3, fmaxf) __LS_EACH4(float4, fmaxf)
__LS_EACH2(float2, fmodf) __LS_EACH3(float3, fmodf) __LS_EACH4(float4, fmodf)
__LS_EACH2(int2, min) __LS_EACH3(int3, min) __LS_EACH4(int4, min) __LS_EACH2(uint2, min) __LS_EACH3(uint3, min) __LS_EACH4(uint4, min)
__LS_EACH2(int2, max) __LS_EACH3(int3, max) __LS_EACH4(int4, max) __LS_EACH2(uint2, max) __LS_EACH3(uint3, max) __LS_EACH4(uint4, max)
__LS_HEAD float fracf(float v) { return v - floorf(v); }
__LS_HEAD float lerp(float a, float b, float t) { return a + t * (b - a); }
__LS_HEAD float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
__LS_HEAD int clamp(int f, int a, int b) { return max(a, min(f, b)); }
__LS_HEAD unsigned clamp(unsigned f, unsigned a, unsigned b) { return max(a, min(f, b)); }
__LS_ONE(2, floorf, floorf) __LS_ONE(3, floorf, floorf) __LS_ONE(4, floorf, floorf)
__LS_ONE(2, fracf, fracf) __LS_ONE(3, fracf, fracf) __LS_ONE(4, fracf, fracf)
__LS_ONE(2, fabsf, fabs) __LS_ONE(3, fabsf, fabs) __LS_ONE(4, fabsf, fabs)
__LS_HEAD float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__LS_HEAD float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__LS_HEAD float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__LS_HEAD int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
__LS_HEAD int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__LS_HEAD int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
#define __LS_LENGTH(V) __LS_HEAD float length(V v) { return sqrtf(dot(v, v)); } __LS_HEAD V normalize(V v) { return v * rsqrtf(dot(v, v)); } \
    __LS_HEAD V lerp(V a, V b, float t) { return a + t * (b - a); } __LS_HEAD V clamp(V v, V a, V b) { return fmaxf(a, fminf(v, b)); } \
    __LS_HEAD V clamp(V v, float a, float b) { return clamp(v, make_##V(a), make_##V(b)); } \
    __LS_HEAD V smoothstep(V a, V b, V x) { V y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (make_##V(3.0f) - make_##V(2.0f) * y); }
__LS_LENGTH(float2)
__LS_LENGTH(float3)
__LS_LENGTH(float4)
__LS_HEAD float smoothstep(float a, float b, float x) { float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
__LS_HEAD float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
__LS_HEAD float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
