// Searches for numbers of type T that end with `break`, each work-item at a place of its own.
__kernel void k(__global const T *a, __global const T *keys, __global int *first, __global int *last, __global T *most, int n) {
  int g = get_global_id(0), at = -1, misses = 0, found = -1, steps = 0; T key = keys[g], best = key;
  for (int i = 0; i < n; i++) if (a[i] == key) { at = i; break; }
  first[g] = at;
  for (int i = n - 1; i >= 0; i--) { if (a[i] < key) { if (++misses > g + 3) break; continue; } if (a[i] == key) { found = i; break; } }
  last[g] = found * 100 + misses;
  while (true) { if (steps >= n) break; T x = a[(g + steps) % n]; steps++; if (x <= best) continue; best = x; if (steps > 4) break; }
  for (int i = g; i < n; i += 3) { bool more = false; for (int j = i; j < n && j < i + 5; j++) if (a[j] > best) { more = true; best = a[j]; break; } if (!more) break; }
  most[g] = best;
}
