#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define T2 CAT(T, 2)
#define T3 CAT(T, 3)
#define T4 CAT(T, 4)
#define U4 CAT(U, 4)
#define S4 CAT(S, 4)
__kernel void functions(__global T *a, __global T *b, __global T *o, __global U *m) {
  size_t i = get_global_id(0);
  T4 x = vload4(i, a), y = vload4(i, b), z = x ^ (T4)(y.x, y.y, y.z, 21);
  __global T *p = o + i * 96;
  vstore4(add_sat(x, y), 0, p); vstore4(sub_sat(x, y), 1, p); vstore4(hadd(x, y), 2, p); vstore4(rhadd(x, y), 3, p);
  vstore4(mul_hi(x, y), 4, p); vstore4(mad_hi(x, y, z), 5, p); vstore4(rotate(x, y), 6, p); vstore4(popcount(x), 7, p);
  vstore4(clz(x), 8, p); vstore4(min(x, y), 9, p); vstore4(max(x, y), 10, p); vstore4(min(x, y.x), 11, p); vstore4(max(x, (T)9), 12, p);
  vstore4(clamp(x, min(y, z), max(y, z)), 13, p); vstore4(clamp(x, (T)2, (T)60), 14, p); vstore4(bitselect(x, y, z), 15, p);
  vstore4(select(x, y, CAT(as_, S4)(z)), 16, p); vstore4(select(x, y, CAT(as_, U4)(z)), 17, p); vstore3(add_sat(x.xyz, y.zyx), 0, p + 72);
  vstore2(rotate(x.lo, y.hi), 0, p + 76); p[78] = add_sat(x.x, y.x); p[79] = hadd(x.y, y.y);
  vstore4(bitselect(x, y, z) ^ max(x, y), 20, p);
  __global U *q = m + i * 16;
  vstore4(abs(x), 0, q); vstore4(abs_diff(x, y), 1, q); vstore4(CAT(as_, U4)(x) >> (U)2, 2, q);
  vstore4(CAT(convert_, U4)(x) + CAT(as_, U4)(y), 3, q);
}
