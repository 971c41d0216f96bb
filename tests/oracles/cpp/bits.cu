// Programs about bit-fields: where they lie, what they become, and how they get values; see `names.cu`.
//// bit-fields
struct S { unsigned a : 3; unsigned b : 5; int c : 4; unsigned d : 20; unsigned e : 10; };
__device__ int answer(int x) { S s; s.a = x + 6; s.b = 30; s.c = x + 7; s.d = 12345; s.e = 1000; s.b += 3; s.a++; return s.a + s.b * 10 + s.c * 1000 + (s.d & 15) * 10000 + (int)sizeof(S) * 100000 + (int)(s.e >> 5) * 1000000; }
//// bit-fields of numbers of all sizes lie where they lie in memory
struct A { char a; int b : 8; short c : 5; unsigned char d : 3; long long e : 33; int f; unsigned g : 1; char h; };
struct B { unsigned char a : 3; unsigned char b : 6; unsigned char : 0; unsigned char c : 2; int : 0; bool d : 1; unsigned short e : 9; };
struct C { int a : 5; int : 0; int b : 5; int : 7; int c : 3; };
struct D { long long a : 40; int b : 20; int c : 20; unsigned long long d : 64; };
struct E { char a; long long : 7; char b; };
struct F { char a; int b : 20; char c; };
struct G { short a : 9; int b : 9; char c : 7; char d : 2; };
struct H { unsigned long long lo : 52; unsigned long long exp : 11; unsigned long long sign : 1; };
template <class T> __device__ int sum(const T &t) { const unsigned char *p = (const unsigned char *)&t; int s = 0; for (int i = 0; i < (int)sizeof(T); i++) s = s * 31 + p[i]; return s; }
template <class T> __device__ T zero() { T t; unsigned char *p = (unsigned char *)&t; for (int i = 0; i < (int)sizeof(T); i++) p[i] = 0; return t; }
__device__ int answer(int x) {
  A a = zero<A>(); a.a = 3; a.b = x - 2; a.c = -3; a.d = 5; a.e = 0x1FFFFFFFFll - x; a.f = 77; a.g = x; a.h = 9;
  B b = zero<B>(); b.a = 7; b.b = 40 + x; b.c = 3; b.d = x; b.e = 500;
  C c = zero<C>(); c.a = x; c.b = -x; c.c = 2;
  D d = zero<D>(); d.a = 0x123456789All * (x + 1); d.b = -5; d.c = 99; d.d = ~0ull >> x;
  E e = zero<E>(); e.a = x; e.b = 3; F f = zero<F>(); f.a = 1; f.b = 0x12345; f.c = 3; f.b += x;
  G g = zero<G>(); g.a = -x; g.b = 200; g.c = 33; g.d = 1; H h = zero<H>(); h.lo = 0xABCDEF0123ull; h.exp = 1023 + x; h.sign = 1;
  int s = (int)(sizeof(A) + 3 * sizeof(B) + 5 * sizeof(C) + 7 * sizeof(D) + 11 * sizeof(E) + 13 * sizeof(F) + 17 * sizeof(G) + 19 * sizeof(H));
  s = s * 7 + sum(a); s = s * 7 + sum(b); s = s * 7 + sum(c); s = s * 7 + sum(d); s = s * 7 + sum(e); s = s * 7 + sum(f); s = s * 7 + sum(g); s = s * 7 + sum(h);
  return s + a.b + a.c + a.d + (int)a.e + b.b + b.d + c.b + c.c + (int)(d.a >> 8) + d.b + g.a + g.d + (int)h.exp; }
//// bit-fields are promoted to int
struct S { unsigned a : 3; unsigned b : 32; unsigned long long c : 20; long long d : 40; unsigned e : 31; bool f : 1; };
enum E : unsigned { E0, E1, E2, E3 };
struct T { E e : 2; signed char s : 4; unsigned char u : 4; };
__device__ int kind(int) { return 1; } __device__ int kind(unsigned) { return 2; } __device__ int kind(long long) { return 3; } __device__ int kind(unsigned long long) { return 4; } __device__ int kind(bool) { return 5; } __device__ int kind(float) { return 6; }
__device__ int answer(int x) { S s = {1, 2, 3, 4, 5, true}; T t{E3, -5, 15}; int r = 0;
  r += (s.a - 2 < 0) + (s.b - 3 < 0) * 2 + (s.c - 4 < 0) * 4 + (s.e - 6 < 0) * 8 + (-s.a < 0) * 16 + (~s.c < 0) * 32 + (s.f - 2 < 0) * 64;
  s.a -= 3; r += s.a * 1000; s.e /= -1; r += (s.a / -2) * 100; r += kind(s.a) + kind(+s.a) * 10 + kind(s.c + 0) + kind(s.b + 0) * 3 + kind(s.d + 0) * 5 + kind(-s.f) * 7;
  r += (x > 1 ? s.a : -1) * 10000 + (t.e > E1) + t.s * 3 + t.u; t.e = (E)(x); r += t.e * 50; auto v = s.a; v -= 7; r += v > 100; return r; }
//// steps and assignments of bit-fields
struct S { int a : 4; unsigned b : 2; int c : 26; };
__device__ int answer(int x) { S s{}; int r = (s.a = 9 + x); r = r * 10 + (s.b += 5); r = r * 10 + s.b++; r = r * 10 + ++s.b; r = r * 10 + s.a--; r = r * 10 + --s.a; s.c = -100 * x; s.a <<= 1; s.b ^= 3; s.a |= 2; r = r * 10 + s.a + s.b; S *p = &s; p++->b = 2; (p - 1)->a = s.b = 3; return r * 3 + s.a + s.b + s.c; }
//// bit-fields with values of their own, and in constructors
struct P { unsigned a : 4; int b : 5; unsigned c : 7; __device__ P(int x) : a(x), b(-x), c(x * 40) { b = b - 1; } };
struct Q { P p; int k : 6; unsigned l : 10; P q[2]; };
struct R { int x : 3, y : 9; int z; };
__device__ R make(int x) { R r = {x, -200, 7}; return r; }
__device__ int answer(int x) { P p(x + 1); Q q{P(2), 5, 1000, {P(x), 3}}; R r = make(x), t[2] = {{1, 2, 3}, {.x = -1, .y = x}}; Q c = q; c.k = -7; const R &ref = r; auto [u, v, w] = t[1]; return p.a + p.b * 10 + p.c * 100 + q.k + q.l + q.q[1].a * 7 + q.q[0].b * 11 + c.k * 13 + c.l + ref.x * 17 + ref.y + ref.z + t[1].x * 19 + t[1].y + u * 3 + v * 5 + w; }
//// constant tables of bit-fields
struct K { unsigned op : 6, rd : 5, rs : 5; int imm : 16; };
static const K table[3] = {{1, 2, 3, -4}, {63, 31, 0, 32767}, {5, 6}};
__device__ int answer(int x) { K k = table[x % 3]; return k.op + k.rd * 100 + k.rs * 10000 + k.imm * 7 + table[(x + 1) % 3].imm; }
//// unions of bit-fields
union U { struct { unsigned mant : 23; unsigned exp : 8; unsigned sign : 1; } b; float f; unsigned u; };
union V { unsigned lo : 4; unsigned all : 12; unsigned char byte; int : 30; };
struct W { union { struct { unsigned char x : 4, y : 4; }; unsigned char xy; }; unsigned short z : 3; };
__device__ int answer(int x) { U u; u.f = -6.5f * (x + 1); V v; v.all = 0xABC + x; W w; w.xy = 0x5A + x; w.z = 6; w.y++; return u.b.exp + u.b.sign * 1000 + (u.b.mant >> 18) * 10000 + v.lo + v.byte + (int)sizeof(V) * 7 + w.x + w.y * 16 + w.xy * 3 + w.z + (int)sizeof(W); }
//// bit-fields in shared memory and behind pointers
struct N { unsigned key : 24; unsigned len : 8; };
__shared__ N n[4];
__device__ void set(N *p, int k) { p->key = k * 1000003; p->len = k; }
__device__ int answer(int x) { for (int i = 0; i < 4; i++) set(n + i, i + x); N a = n[x]; n[0] = n[3]; return (int)a.key + a.len + (int)n[0].key - n[0].len; }
//// enumerations without a type of their own in bit-fields
enum E { A, B, C, D }; enum F { G = -1, H }; struct S { E e : 2; F f : 2; E g : 3; };
__device__ int answer(int x) { S s{}; s.e = D; s.f = G; s.g = (E)(x & 3); int r = (s.e == D) + s.e * 10 + (s.f == G) * 100 + s.f * 1000 + s.g * 10000; switch (s.e) { case D: r += 7; break; default: r += 8; } return r; }
//// what is assigned to a bit-field is promoted as it is
struct Q { unsigned f : 10; unsigned char c : 3; };
__device__ int answer(int x) { Q q{}; int r = ((q.f = 0) - 1 < 0); r += (++q.f - 5 < 0) * 2; r += ((q.f = x) > -1) * 4; r += ((q.f = 5) / -2) * 100; r += ((q.f += 3) - 9 < 0) * 8; r += ((q.c = 9) - 2 < 0) * 16; r += (x, q.f) - 1000 < 0 ? 32 : 0; r += (q.f++ - 9 < 0) * 64; return r; }
//// a base of nothing but bit-fields without names has room of its own
struct A { int : 4; }; struct B : A { long long x; }; struct C : A { char x; }; struct Z : A { A y; }; struct N { int : 0; }; struct M : N { char x; }; struct D : A { int y : 3; char z; }; struct F : C { char w; };
__device__ int answer(int x) { B b; b.x = x; C c; c.x = 3; D d; d.y = -2; d.z = x; F f; f.x = 1; f.w = x; const char *p = (const char *)&c, *q = (const char *)&f; return (int)(sizeof(A) + 2 * sizeof(B) + 3 * sizeof(C) + 5 * sizeof(Z) + 7 * sizeof(M) + 11 * sizeof(D) + 13 * sizeof(F)) + (int)b.x * 1000 + p[sizeof(C) - 1] * 10000 + q[sizeof(F) - 1] * 100000 + (d.y + 4) * 1000000 + d.z * 10000000; }
//// what is empty has the alignment that it asks for, and its classes too
struct __attribute__((aligned(8))) E {}; struct alignas(16) F {}; struct G { E e; int x; }; struct __attribute__((aligned(8))) H { int : 0; }; struct I : E { char c; }; struct J : F { int v; int w; }; struct K { char c; I i; };
__device__ int answer(int x) { G g; g.x = x; J j[2]; j[1].w = x; const char *p = (const char *)&g; return (int)(sizeof(E) + 2 * sizeof(F) + 3 * sizeof(G) + 5 * sizeof(H) + 7 * sizeof(E[3]) + 11 * sizeof(I) + 13 * sizeof(j) + 17 * sizeof(K) + alignof(I) * 1000) + p[8] * 10000 + ((int)((char *)&j[1].w - (char *)j)) * 100000 + j[1].w; }
