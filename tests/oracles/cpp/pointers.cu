Pointers that objects hold, and pointers into objects that hold pointers.
//// a member by index of an object that holds a pointer
struct V3 { int x, y, z; __device__ int &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; } __device__ const int &operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; } };
struct Ray { V3 o, d; const int *table; };
__device__ int pick(const Ray &r, int i) { return r.o[i] + r.d[i] * r.table[i]; }
__device__ int answer(int x) { int t[3] = {5, 6, 7}; Ray r{{1, 2, 3}, {4, 5, 6}, t}; r.o[x % 3] += 10; r.d[1] = x; return pick(r, 0) + pick(r, 1) * 100 + pick(r, 2) * 10000; }
//// members that are chosen, by values, returns and conditions
struct P { int a, b; int *c; __device__ int &at(int i) { if (i) return a; return b; } __device__ int *to(int i) { return i ? &a : &b; } };
struct Q { P l, r; __device__ P &side(int i) { return i ? l : r; } };
template <class T> __device__ T &larger(T &a, T &b) { return a < b ? b : a; }
__device__ int answer(int x) { int z = x + 1; Q q{{1, 2, &z}, {3, 4, &z}}; q.side(x & 1).at(x & 2) += 50; *q.side(0).to(1) = 7; larger(q.l.a, q.r.b) = 0; int *p = x ? &q.l.a : &z; p = x > 1 ? p : &q.r.a; *p += 1000; *q.side(x & 1).c += 5; (x ? q.l.a : q.r.b) += 9; return q.l.a + q.l.b * 3 + q.r.a * 5 + q.r.b * 7 + z * 11; }
//// pointers that lists of objects are given later
struct A { int *p; int n; };
struct B { A list[3]; };
__device__ int sum(const A *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i].p[a[i].n]; return s; }
__device__ int answer(int x) { __shared__ int t[8]; for (int i = 0; i < 8; i++) t[i] = x + i * i; B b; b.list[1].p = t; b.list[1].n = 2; int first = b.list[1].p[b.list[1].n]; A as[4]; for (int i = 0; i < 4; i++) { as[i].p = t + i; as[i].n = i; } int *ps[4]; for (int i = 0; i < 4; i++) ps[i] = t + 2 * i; A *q = x ? &as[0] : &as[2]; q->p = t + 5; return first + sum(as, 4) * 100 + ps[x][1] * 10000 + *as[0].p + *as[2].p; }
//// a stack of pointers that member functions fill
struct Stack { const int *list[4]; int n; __device__ void push(const int *p) { list[n++] = p; } __device__ const int *pop() { return list[--n]; } };
__device__ int answer(int x) { const int t[4] = {3, 1, 4, 1}; Stack s{{t, t, t, t}, 0}; s.push(t + x); s.push(t + 2); int a = *s.pop(); s.push(t); s.push(t + 3); return a + 10 * *s.pop() + 100 * *s.pop() + 1000 * *s.pop(); }
//// functions that set the pointers of an object
struct Tile { int *p; int n; __device__ void init(int *q, int m) { p = q; n = m; } __device__ int &at(int i) { return p[i % n]; } __device__ int sum() const { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; } };
struct Pair { Tile a, b; __device__ void init(int *q) { a.init(q, 2); b.init(q + 2, 3); } };
__device__ void both(Tile &a, Tile &b, int *p) { a.init(p, 2); b.init(p + 1, 3); }
__device__ void point(int *&p, int *v) { p = v; }
__device__ int answer(int x) { __shared__ int t[6]; int own[4] = {7, 8, 9, x}; for (int i = 0; i < 6; i++) t[i] = i * i; Tile s; s.init(t, 4); s.at(x) += 10; Tile u; u.init(own, 4); u.at(5) += x; Pair p; p.init(t); p.b.at(2) = 50; Tile c, d; both(c, d, own); int *q; point(q, t + 1); Tile list[2]; list[0].init(t, 1); list[1].init(t + 3, 2); Tile &r = list[x & 1]; return s.sum() + u.sum() * 100 + p.a.sum() + p.b.sum() * 10 + c.sum() + d.sum() + *q + r.sum() * 10000; }
//// null pointers say nothing of those that come
struct M { int *p = nullptr; int n = 0; };
__device__ int answer(int x) { __shared__ int t[4]; for (int i = 0; i < 4; i++) t[i] = i + x; M m; m.p = t + 2; int *p = nullptr; p = t + 3; int own = 7; M u, s; u.p = &own; s.p = t + 1; int *q = x > 1 ? nullptr : t; if (x > 1) q = t + 1; M e; return *s.p + *m.p * 10 + *p * 100 + *u.p * 1000 + *q * 10000 + (e.p ? 1 : 0); }
//// one of two objects beside which lie pointers to other memories
struct R { int v; int *p; __device__ int load(int k) const { return p[k]; } __device__ void aim(int *q) { p = q; } };
struct M { R one, two; };
template <class T> __device__ T &pick(bool first, T &a, T &b) { return first ? a : b; }
__device__ int answer(int x) { __shared__ int t[6]; int own[3] = {7, 8, x}; for (int i = 0; i < 6; i++) t[i] = i * i + x; R alone = {1, t}, other = {2, own}; M m = {other, {3, t + 1}}; R list[2] = {alone, {5, t + 2}}; int a = pick(x & 1, alone, m.two).load(2); pick(x < 2, m.two, list[x & 1]).aim(t + 3); R &r = x > 2 ? m.two : alone; r.v += 100; return a + r.load(1) * 100 + m.two.load(0) * 10000 + list[1].load(1) * 3 + m.one.load(x % 3) * 7 + alone.v + m.two.v * 11; }
//// a pointer to an object says where its pointers point
struct Tile { int *p; int n; };
__device__ void set(Tile *t, int *p, int n) { t->p = p; t->n = n; }
__device__ void outer(Tile *t, int *p) { set(t, p + 1, 3); t->p[0] = t->n + 4; }
__device__ int sum(const Tile *t) { int s = 0; for (int i = 0; i < t->n; i++) s += t->p[i]; return s; }
__device__ int answer(int x) {
  __shared__ int s[4];
  int own[4] = {1, 2, 3, 4};
  Tile a, b;
  set(&a, s, 4);
  outer(&b, own);
  for (int i = 0; i < 4; i++) a.p[i] = i * x + 1;
  return sum(&a) + sum(&b) * 100 + own[1] * 10000;
}
//// and one in memory of the group, which sets what it is told to
struct Pair { int *first, *second; };
__device__ void choose(Pair *p, int *a, int *b, bool both) { p->first = a; if (both) p->second = b; else p->second = a + 1; }
__device__ int answer(int x) {
  __shared__ Pair p;
  __shared__ int s[3];
  int own[2] = {x, 7};
  s[0] = 3; s[1] = 4; s[2] = 5;
  choose(&p, s, s + x % 3, x < 3);
  Pair q;
  choose(&q, own, own, x & 1);
  return *p.first + *p.second * 10 + *q.first * 100 + *q.second * 1000;
}
//// pointers of all memories as references
template <class T> __device__ void sw(T &x, T &y) { T t = x; x = y; y = t; }
template <class T> __device__ void bump(T &p) { p += 1; }
__device__ int answer(int n) { int a[2] = {n, 5}, b[2] = {7, 8}; auto p = &a[0]; bump(p); int *q = b; const auto *c = &b[1]; sw(p, q); return *p + *q * 10 + *c * 100; }
//// crtp expression templates
template <class E> struct Expr { __device__ float at(int i) const { return static_cast<const E &>(*this).at(i); } };
struct Vec : Expr<Vec> { float *p; int n; __device__ Vec(float *p, int n) : p(p), n(n) {} __device__ float at(int i) const { return p[i]; } };
template <class L, class R> struct Sum : Expr<Sum<L, R>> { const L l; const R r; __device__ Sum(const L &l, const R &r) : l(l), r(r) {} __device__ float at(int i) const { return l.at(i) + r.at(i); } };
template <class L, class R> __device__ Sum<L, R> operator+(const Expr<L> &l, const Expr<R> &r) { return Sum<L, R>(static_cast<const L &>(l), static_cast<const R &>(r)); }
template <class E> __device__ float total(const Expr<E> &e, int n) { float s = 0; for (int i = 0; i < n; i++) s += e.at(i); return s; }
__device__ int answer(int x) { float a[3] = {1, 2, 3}, b[3] = {4, 5, (float)x}; Vec u(a, 3), v(b, 3); return (int)total(u + v, 3) * 100 + (int)total(u + v + u, 3); }
//// crtp with references to pointers
template <class E> struct Expr { __device__ const E &self() const { return static_cast<const E &>(*this); } };
struct Vec : Expr<Vec> { float *p; int n; __device__ Vec(float *p, int n) : p(p), n(n) {} __device__ float operator[](int i) const { return p[i]; } };
template <class L, class R> struct Sum : Expr<Sum<L, R>> { L l; R r; __device__ Sum(L l, R r) : l(l), r(r) {} __device__ float operator[](int i) const { return l[i] + r[i]; } };
template <class L, class R> __device__ Sum<L, R> operator+(const Expr<L> &l, const Expr<R> &r) { return Sum<L, R>(l.self(), r.self()); }
__device__ int answer(int x) { float a[3] = {1, 2, 3}, b[3] = {4, 5, (float)x}; Vec u(a, 3), v(b, 3); auto s = u + v + u; return (int)s[0] * 100 + (int)s[2]; }
//// conditionals between pointers that say more or less of what they point at
struct B { int a; }; struct D : B { int b; };
__device__ float first(const float *in, float *tmp, int n) { const float *src = n & 1 ? tmp : in; return src[0]; }
__device__ int answer(int n) {
  int x = 3 + n; const int c = 4; int *p = &x; const int *q = &c;
  const int *r = n > 1 ? p : q, *s = n > 1 ? q : p;
  D d; d.a = 5; d.b = 6; B b{7};
  B *u = n & 1 ? &b : &d, *v = n & 1 ? &d : &b;
  volatile int w = 8; int z = 9; volatile int *y = n ? &z : &w;
  float in = 1, tmp = 2;
  return *r + 10 * *s + 100 * u->a + 1000 * v->a + 10000 * *y + 100000 * (int)first(&in, &tmp, n);
}
//// overloads for volatile and for what is not
__device__ int f(int &) { return 1; }
__device__ int f(volatile int &) { return 2; }
__device__ int g(int &) { return 1; }
__device__ int g(float) { return 2; }
__device__ int h(int &) { return 1; }
template <class T> __device__ int h(T &) { return 2; }
__device__ int answer(int n) { int x = n; volatile int v = n; return f(x) + 10 * f(v) + 100 * g(v) + 1000 * h(v) + 10000 * h(x); }
