// lanescope: global 70
// lanescope: local 14
// lanescope: arg a int[70] list(56, 60, 2, 3, 58, 20, 51, 36, 39, 7, 58, 13, 1, 1, 42, 20, 11, 45, 40, 3, 23, 29, 41, 57, 21, 4, 39, 44, 3, 41, 49, 44, 20, 26, 34, 40, 51, 5, 10, 7, 50, 18, 10, 48, 58, 7, 10, 0, 11, 33, 41, 23, 16, 0, 58, 26, 25, 19, 53, 24, 41, 49, 39, 57, 53, 8, 7, 60, 10, 27)
// lanescope: arg o int[350] zeros
int collatz(uint n, int lim) { int c = 0; for (; n != 1; c++) { if (c >= lim) return -c; n = n & 1 ? 3 * n + 1 : n >> 1; } return c; }
int find(__global const int *a, int key) { for (int i = 0; i < 10; i++) for (int j = i; j < 70; j += 10) { if (a[j] == key) return i * 100 + j; if (a[j] > key + 40) break; } return -1; }
int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
int prime(int n) { if (n < 2) return 0; if (n % 2 == 0) return n == 2; for (int d = 3; d * d <= n; d += 2) if (!(n % d)) return 0; return 1; }
__kernel void k(__global const int *a, __global int *o) {
  int g = get_global_id(0), x = a[g]; o[g] = collatz(x + 1, 50 + g); o[70 + g] = find(a, x ^ 3); o[140 + g] = gcd(x, g) * 2 + prime(x);
  int s = 0, i = 0; for (i = 0; i < x; i++) { int j = i; while (true) { if (j % 5 == 0) break; j++; if (j > 12) { s += 100; break; } s++; } if (s > 300) break; if (i % 3) continue; s += i; } 
  o[210 + g] = s * 10 + i % 10; int n = 0; do { int k = n; for (;;) { if (++k > x) { n += 2; break; } if (k % 7 == g % 7) { n++; break; } } } while (n < 20); o[280 + g] = n;
}
