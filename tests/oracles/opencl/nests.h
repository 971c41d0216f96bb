// Loops in loops over numbers of type T, with `continue`, `break` and `return` where work-items part.
T walk(__global const T *a, int from, int n, T stop) {
  T sum = 0;
  for (int i = from; i < n; i++) {
    if (a[i] == stop) return sum;
    for (int j = i; j < n; j += 3) { if ((j ^ from) & 1) continue; if (a[j] < stop) break; sum += a[j]; if (j - i > 9) return sum + (T)j; }
  }
  return -sum;
}
__kernel void k(__global const T *a, __global T *o, __global int *turns, int n) {
  int g = get_global_id(0), i = 0, count = 0;
  if (g % 5 == 3) { o[g] = a[g % n]; return; }
  T r = walk(a, g % n, n, a[(g * 7 + 2) % n]);
  do {
    i++;
    if (i % 3 == g % 3) continue;
    for (int j = 0;; j++) { count++; if (j > i + g % 4) break; if (j == 2) continue; r += (T)(i - j); if (i * j == 12) { o[g] = r; turns[g] = -count; return; } }
    for (int j = i; j > 0; j--) { bool out = false; for (int l = 0; l < j; l++) { if ((l + g) % 4 == 2) break; if (l == 3) { out = true; break; } count += l; } if (!out) continue; count += 100; break; }
  } while (i < 6 + (g & 3));
  o[g] = r; turns[g] = count;
}
