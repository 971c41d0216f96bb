// Work-groups of any size that share numbers of type T behind barriers.
__kernel void k(__global const T *a, __global T *o, __global int *places) {
  __local T t[40], u[40]; int l = get_local_id(0), g = get_global_id(0), n = get_local_size(0), at = n, skipped = 0;
  t[l] = a[g]; barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < n; step <<= 1) { T x = 0; if (l >= step) x = t[l - step]; barrier(CLK_LOCAL_MEM_FENCE); t[l] += x; barrier(CLK_LOCAL_MEM_FENCE); }
  u[n - 1 - l] = t[l]; barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; i++) { if ((i + l) % 4 == 1) { skipped++; continue; } if (u[i] < t[l]) { at = i; break; } }
  places[g] = at * 100 + skipped; barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 0; r < 3; r++) {
    if (l % (r + 2) == 0) t[l] = t[l] + u[(l + r) % n]; else if (l & 1) t[l] = u[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == r) u[(r + 1) % n] = t[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[g] = t[l] + u[n - 1 - l];
}
