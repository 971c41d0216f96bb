// lanescope: global 64
// lanescope: local 16
// lanescope: arg a int[64] list(952, 826, 686, 200, 513, -612, -399, 636, 996, -723, 185, -858, -73, 474, 54, 376, 69, -224, -441, 204, -887, 784, -482, -868, -469, -786, -287, -231, 326, 124, -113, -571, -767, 371, -109, 884, -476, 75, 297, 669, 340, 870, 994, 133, 573, -417, -86, 318, 784, 727, 715, 592, 695, -426, 618, 204, 742, 782, 708, 828, 784, 543, -855, 515)
// lanescope: arg o int[256] zeros
void sort(int *v, int n) { for (int i = 1; i < n; i++) { int x = v[i], j = i - 1; while (j >= 0 && v[j] > x) { v[j + 1] = v[j]; --j; } v[j + 1] = x; } }
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
int sum(const int *b, const int *e) { int s = 0; while (b != e) s += *b++; return s; }
__constant int primes[] = { 2, 3, 5, 7, 11, 13 };
__constant struct { int w; char n[4]; } tab[3] = { { 4, "abc" }, { 5, "xy" }, { 6, { 'q' } } };
__kernel void k(__global int *a, __global int *o) {
  int g = get_global_id(0);
  int m[3][4]; int *flat = &m[0][0]; 
  for (int i = 0; i < 12; i++) *(flat + i) = a[(g + i * primes[i % 6]) & 63];
  swap(&m[g % 3][1], m[2] + 3);
  sort(flat + 2, 8);
  o[4*g] = m[1][2]; o[4*g+1] = sum(m[0], m[0] + 7);
  int *pp[2] ;
  o[4*g+2] = (int)((&m[2][1] - &m[0][2]) * 100) + tab[g % 3].w * 10 + tab[g % 3].n[g & 3];
  volatile int vv = g; vv += 3; 
  int *q = (g & 1) ? flat : &m[1][0]; q[3] += 11; q += 2; q[-1] = 5; 
  o[4*g+3] = sum(flat, flat + 12) + vv + (q > flat) ;
  (void)pp;
}
