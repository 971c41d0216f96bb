#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define T2 CAT(T, 2)
#define T3 CAT(T, 3)
#define T4 CAT(T, 4)
#define T8 CAT(T, 8)
#define T16 CAT(T, 16)
#define S4 CAT(S, 4)
#define S3 CAT(S, 3)
/* Sums of vectors of all lengths, every operator, and the answers of comparisons. */
__kernel void vectors(__global T *a, __global T *b, __global T *o, __global S *m) {
  size_t i = get_global_id(0);
  T4 x = vload4(i, a), y = vload4(i, b), z = y | (T)1;
  __global T *p = o + i * 96;
  vstore4(x + y, 0, p); vstore4(x - y, 1, p); vstore4(x * y, 2, p);
  vstore4((x & (T)63) / (z & (T)15), 3, p); vstore4((x & (T)63) % (z & (T)15), 4, p);
  vstore4(x & y, 5, p); vstore4(x | y, 6, p); vstore4(x ^ y, 7, p); vstore4(~x, 8, p); vstore4(-x, 9, p); vstore4(+x, 10, p);
  vstore4(x << (y & (T)7), 11, p); vstore4(x >> (y & (T)7), 12, p); vstore4(x << 3, 13, p); vstore4(x >> 1, 14, p);
  vstore4(x + y.x, 15, p); vstore4(y.s3 - x, 16, p); vstore4(x * (T)3, 17, p);
  T4 c = x; c += y; c *= x; c -= y.wzyx; c ^= (T)5; c <<= 2; c |= x; c &= ~y; c >>= (y & (T)3);
  vstore4(c, 18, p);
  T3 t = x.xyz; t = t * t + y.yzw; t.z++; --t.x; vstore3(t, 0, p + 76);
  T2 u = x.hi; u = -u ^ y.lo; vstore2(u, 0, p + 79);
  T8 e = (T8)(x, y); e = e + e.s76543210; p[81] = e.s0 ^ e.s1 ^ e.s2 ^ e.s3 ^ e.s4 ^ e.s5 ^ e.s6 ^ e.s7; p[82] = e.s2;
  T16 s = (T16)(e, e * e); s = s - s.sfedcba9876543210; vstore8(s.even + s.odd, 0, p + 83); p[91] = s.sb; p[92] = s.s3 * s.SE;
  __global S *q = m + i * 64;
  vstore4(x < y, 0, q); vstore4(x <= y, 1, q); vstore4(x > y, 2, q); vstore4(x >= y, 3, q); vstore4(x == y, 4, q); vstore4(x != y, 5, q);
  vstore4(!x, 6, q); vstore4(x && y, 7, q); vstore4(x || y, 8, q); vstore4(x < (T)3, 9, q); vstore4((T)3 == y, 10, q);
  vstore4((x < y) ? (S4)(7, 8, 9, 10) : (S4)(1), 11, q);
  vstore4(select((S4)(1, 2, 3, 4), (S4)(5, 6, 7, 8), x > y), 12, q);
  vstore3((x.xyz > y.zyx) ? (S3)(1) : (S3)(-2), 0, q + 52);
  q[56] = any(x < y); q[57] = all(x != y); q[58] = all((x < y) || (x >= y)); q[59] = any(x.s01 == y.s01);
}
