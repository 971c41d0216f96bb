// lanescope: global 32
// lanescope: local 32
// lanescope: arg a int[64] list(0, -4, 9, 4, -6, 3, 9, -2, -6, -6, 4, 1, -8, -2, 0, -6, 6, -2, 6, -7, 9, -1, 4, 7, 6, -3, 7, -6, -3, 7, 4, 4, -6, -4, 8, 0, 3, 2, -4, 8, 3, 9, -9, 9, 4, -4, 6, -9, 1, 0, -6, -8, 4, 7, -2, -3, 4, 2, 9, 6, 0, -4, -1, 8)
// lanescope: arg b int[64] zeros
// lanescope: arg loc [64]
int acc_g(__global const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
int acc_l(__local int *p, int n) { int s = 0; for (__local int *e = p + n; p < e; ++p) s += p[0]; return s; }
void put(__global int *restrict dst, __local const int *src, size_t n) { for (size_t i = 0; i < n; ++i) dst[i] += src[n - 1 - i]; }
typedef struct { __global const int *in; __global int *out; int n; } Ctx;
int peek(const Ctx *c, int i) { return i < c->n ? c->in[i] : -1; }
__kernel void k(__global const int *a, __global int *b, __local int *loc) {
  int l = get_local_id(0); Ctx c = { a + 1, b, 40 }; __local int two[2][32]; __local int *row = two[l & 1];
  loc[l] = peek(&c, l) * 2; loc[l + 32] = a[63 - l]; row[l] = l; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  __global int *w = c.out + l; w[0] = acc_g(a + l, 5) + acc_l(loc + l, 7); *(w + 32) = two[(l ^ 1) & 1][l ^ 1] * 100 + (l ? *(w - 0) : 0);
  if (l == 31) w -= 31, c.out[40] += (int)(w == b) ; barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0) put(b, loc, 4);
}
