// Numbers of a wide type T and a narrow type S in one loop, which work-items leave at different turns. NARROW and WIDEN convert.
__kernel void k(__global const T *a, __global const S *b, __global T *wide, __global S *narrow, __global int *marks) {
  int g = get_global_id(0), mark = 0; T x = a[g], sum = x; S y = b[g], low = y;
  for (int i = 0; i <= (g & 7); i++) {
    if (y < (S)i) { sum += WIDEN(y); low = NARROW(sum); continue; }
    if (x > WIDEN(low)) { mark += NARROW(x) > y ? 1 : 16; sum -= (T)i; if (mark > 60) break; }
    else { low = NARROW(x + WIDEN(y) * (T)2); mark ^= low == y; }
    x = x + (T)(3 * i);
  }
  wide[g] = (g & 1) ? sum : (T)WIDEN(low); narrow[g] = (g % 3) ? low : NARROW(sum); marks[g] = mark + (int)NARROW((T)(g - 3));
}
