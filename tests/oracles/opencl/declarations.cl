// lanescope: global 64
// lanescope: local 16
// lanescope: arg a int[64] list(-2820, -7593, -7933, -3309, -5362, -9214, 8389, -5257, -6337, 7551, 3268, -7824, 6230, 1669, 1662, 7174, 5749, -9035, 1356, -1329, -6898, -501, -5661, -4417, -4213, -8798, -2616, -7571, 266, 4107, -1033, 1225, 452, 8623, 7832, 8508, -203, -8508, -4500, 744, -3714, 3122, -7343, 4953, 2920, 8903, -14, 8537, 6419, -3736, 3960, 5799, -5101, -2886, -6568, -3105, 3524, -9365, -4525, -6449, 8625, -6271, 9815, 7029)
// lanescope: arg o long[1600] zeros
#define TWO 2
#define NAME value
typedef int Row[4];
typedef struct Node { int val; short tag[3]; union { float f; uint u; ushort h[2]; } p; struct { char c; long l; } in; } Node;
typedef Node *NodeP;
__constant char msg[] = "Hello, \x41\102\n\0end";
__constant float lut[2][3] = { { 1.5f, -0.0f }, { .25f, 0x1.8p3f, 1e-40f } };
enum E { A = -2, B, C = B + 10, D = sizeof(int) * TWO };
int sum2(int (*m)[4], int n) { uint s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) s = s * 3 + m[i][j]; return s; }
int sum1(const Row r) { return r[0] / 2 - r[3]; }
Node mk(int v) { Node n = { v, { 1, 2 }, { .u = 0x3fc00000u }, { 'q', -5L } }; return n; }
long ret(char c) { return c; }
uchar wrap(int x) { return x; }
bool truth(float f) { return f; }
short narrow(long x) { return (short)(x + 1); }
unsigned cmp(int a, unsigned b) { return (a < b) | (a > -1) << 1 | ((char)a < (uchar)b) << 2 | ((short)a == (ushort)a) << 3; }
int cnt(__constant char *s) { int n = 0; while (*s++) n++; return n; }
static void fill(int *restrict d, const int *restrict s, int n) { do *d++ = *s++; while (--n); }
__kernel void k(__global const int *a, __global long *o) {
  int g = get_global_id(0), x = a[g]; __global long *q = o + 25 * g;
  Row m[3] = { { 1, 2, 3, 4 }, { x }, [2] = { [1] = 7, 8 } }; int value = 3;
  *q++ = sum2(m, 3); *q++ = sum1(m[2]) + sum1(*(m + 1)) + (&m[2][1] - *m) + NAME;
  Node n = mk(x), *pn = &n, arr[2]; arr[0] = n; arr[1] = arr[0]; arr[1].tag[1] += 5; NodeP z = arr + (g & 1); z->in.l -= z->tag[1]; 
  *q++ = z->in.l * 10 + z->p.h[1] + mk(g).val; *q++ = (int)(n.p.f * 8) + pn->in.c + (*pn).tag[2] + sizeof(Node) + sizeof n.p;
  *q++ = cnt(msg) * 100 + msg[g % 17] + sizeof(msg); *q++ = as_int(lut[g & 1][g % 3]); *q++ = A + B * 10 + C * 100 + D * 1000;
  *q++ = ret(x) + wrap(x) * 1000 + truth(x) * 7 + truth(0.1f * (g > 3)) + narrow(x); *q++ = cmp(x, g); *q++ = cmp(g - 5, x);
  int buf[6] = { 0 }; fill(buf + 1, &m[0][1], 5); *q++ = buf[1] * 1000 + buf[5] + buf[0]; int *e = buf + 6; *q++ = e[-1] + *(e - 2) + (e - buf) + (e > buf) + !e;
  *q++ = (x > 0 ? x > 100 ? 1 : 2 : x < -100 ? 3 : 4) + (x ? g ? 5 : 6, 7 : 8); int y = (value = 4, value + 1); *q++ = y + value; 
  { int value = 9; { int value = 10; y += value; } y += value; } *q++ = y; int i = 0, c = 0; if (i++ == 0 || c++) c += 10; if (i-- > 5 && c++) c += 100; *q++ = i * 1000 + c;
  switch ((char)x) { case -1: c = 1; break; case 127: c = 2; break; case -128: c = 3; default: c += 4; } *q++ = c; switch ((long)x << 32) { case 0: c = 5; break; case 0x100000000L: c = 6; break; case -0x100000000L: c = 7; } *q++ = c;
  const int K = 3; int t[3][2][2]; for (int u = 0; u < 12; u++) (&t[0][0][0])[u] = u * u; *q++ = t[g % K][g & 1][1] + *(*(*(t + 1) + 1) + 0) + sizeof(t[0]) + sizeof(*t[0]);
  uchar uc = 250; uc += 10; char sc = 127; sc++; ushort us = 0; us--; short ss = us; *q++ = uc + sc * 1000L + us * 1000000L + ss; 
  *q++ = (uint)x * (ulong)3 + (int)(uint)x / 2 + x % 7 + (uint)-1 / 3; *q++ = (long)x * 2 + ((uint)x >> 1); *q++ = ~0u + 1 + !0x0 + -1u / 2; *q++ = 1 ? -1 : 1u; *q++ = 'a' + '\0' + '\'' + '\\' + '"' + sizeof 'a' + '\377';
}
