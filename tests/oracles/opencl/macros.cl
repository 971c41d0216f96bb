// lanescope: global 40
// lanescope: local 8
// lanescope: arg a long[40] list(-862807, 521903, 426825, -440460, 770970, -915565, 679465, 967940, -738647, -297341, -975675, -11871, 43005, 862916, -632920, 399330, 203440, -388072, 981916, 24518, -929219, 249518, -196042, 324907, 842223, -723175, 704500, -211115, -675229, -795910, 538485, 758482, -600621, 184013, -881173, -336687, -753739, 982158, 605464, 780940)
// lanescope: arg o long[800] zeros
#define CAT_(a,b) a##b
#define CAT(a,b) CAT_(a,b)
#define STR(x) #x
#define APPLY(f,...) f(__VA_ARGS__)
#define ADD3(a,b,c) ((a)+(b)+(c))
#define REP4(X) X(0) X(1) X(2) X(3)
#define DECL(n) long CAT(v,n) = x + n * 7;
#define USE(n) s = s * 3 + CAT(v, n);
#if defined(__OPENCL_VERSION__) && __OPENCL_VERSION__ >= 110 && !(defined FOO) && (-1 > 0u) && ('a' == 97) && (1 ? 2 : 0) == 2
#define VER 1
#else
#define VER 0
#endif
#define EMPTY
#define F(x) x + G(x)
#define G(x) F(x) * 2
inline long h(long x) { return x < 0 ? -x : x; }
__kernel void k(__global long *a, __global long *o) {
  int i = get_global_id(0); long x = a[i], s = 1; __global long *q = o + i * 20;
  REP4(DECL) REP4(USE)
  *q++ = s; *q++ = VER; *q++ = APPLY(ADD3, x, i, 5);  *q++ = 0x1p4f + 1e2 + .5f + 010 + 0xFFul + '\n' + '\x41' + '\101';
  *q++ = h(x | 1); *q++ = x > 5 ? i : -i; *q++ = (x > 5) + (x < i) * 2; *q++ = i ^ -1; *q++ = -7 / 2 * 10 + -7 % 3; *q++ = (uint)-7 / 2; *q++ = (char)200 + (uchar)200; *q++ = (short)x * (ushort)x;
  *q++ = 1 << 31 >> 31; *q++ = 1u << 31 >> 31; *q++ = (long)1 << i; *q++ = x >> (i & 63); *q++ = (ulong)x >> (i & 63);

  int arr[4] = {1,2}; int t = 0; arr[t++] += 4; arr[t] = arr[t - 1] + 1; *q++ = arr[0] + arr[1] * 10 + arr[2] + arr[3];
  for (int a = 0, b = 10; a < b; a++, b--) s += a * b; 
  { int i = 5; s += i; } 
  *q = s + (i, 3) + (!!x) + ~i;
}
