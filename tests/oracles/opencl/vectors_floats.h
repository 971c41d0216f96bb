#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define T2 CAT(T, 2)
#define T3 CAT(T, 3)
#define T4 CAT(T, 4)
#define S4 CAT(S, 4)
#define AS CAT(as_, T4)
/* The sign of a zero that fmin, fmax and fract give is not asked about: the standard leaves it open, or PoCL differs from it. */
__kernel void floats(__global S *a, __global S *b, __global T *o, __global S *m) {
  size_t i = get_global_id(0);
  T4 x = AS(vload4(i, a)), y = AS(vload4(i, b));
  __global T *p = o + i * 160;
  vstore4(x + y, 0, p); vstore4(x - y, 1, p); vstore4(x * y, 2, p); vstore4(x / y, 3, p); vstore4(-x, 4, p);
  vstore4(x * 2, 5, p); vstore4(1 - y, 6, p); vstore4(x.x * y, 7, p); vstore4(fabs(x), 8, p); vstore4(floor(x), 9, p);
  vstore4(ceil(x), 10, p); vstore4(trunc(x), 11, p); vstore4(rint(x), 12, p); vstore4(round(x), 13, p); vstore4(sqrt(fabs(y)), 14, p);
  vstore4(fma(x, y, x), 15, p); vstore4(fmin(x, y) + (T)0, 16, p); vstore4(fmax(x, y) + (T)0, 17, p); vstore4(fmin(x, (T)1), 18, p); vstore4(fmax(x, (T)0.5f), 19, p);
  vstore4(copysign(x, y), 20, p); vstore4(step(x, y), 21, p); vstore4(step((T)0.5f, y), 22, p); vstore4(fdim(x, y), 23, p);
  vstore4(sign(x), 24, p); vstore4(bitselect(x, y, (T4)(1.5f)), 25, p); vstore4(select(x, y, x < y), 26, p);
  vstore4((x > y) ? x : y, 27, p); vstore4((x == y) ? (T4)(1) : x, 28, p); vstore4(fmod(x, y), 29, p);
  T4 w; vstore4(modf(x, &w), 30, p); vstore4(w, 31, p); vstore4(fract(x, &w) + (T)0, 32, p); vstore4(w, 33, p);
  T4 c = x; c += y; c *= (T)2; c.xy -= y.zw; c /= y; c += 1; vstore4(c, 34, p);
  vstore4(clamp(x, (T)-1, (T)1), 35, p); vstore3(fmax(x.xyz, y.zyx) + (T)0, 0, p + 144); vstore2(x.lo - y.odd, 0, p + 148);
  vstore4(trunc(fmin(fabs(x), (T)100)) * 3, 38, p);
  __global S *q = m + i * 80;
  vstore4(x < y, 0, q); vstore4(x <= y, 1, q); vstore4(x > y, 2, q); vstore4(x >= y, 3, q); vstore4(x == y, 4, q); vstore4(x != y, 5, q);
  vstore4(!x, 6, q); vstore4(x && y, 7, q); vstore4(x || y, 8, q); vstore4(isnan(x), 9, q); vstore4(isinf(x), 10, q);
  vstore4(isfinite(y), 11, q); vstore4(isnormal(y), 12, q); vstore4(signbit(x), 13, q); vstore4(isless(x, y), 14, q);
  vstore4(isgreaterequal(x, y), 15, q); vstore4(isnotequal(x, y), 16, q); vstore4(islessgreater(x, y), 17, q);
  vstore4(isordered(x, y), 18, q); q[76] = any(isunordered(x, y)); q[77] = all(x == x); q[78] = isordered(x.x, y.x); q[79] = isnan(x.y);
}
