// Programs about `goto` and labels; see `names.cu`.
//// forwards out of nested loops
__device__ int answer(int x) {
  int s = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) { s += i * j + x; if (s > 12) goto found; }
  s = -1;
found:
  return s;
}
//// backwards
__device__ int answer(int x) {
  int s = 1, n = 0;
again:
  s = s * 3 + x;
  if (++n < 4) goto again;
  return s;
}
//// into the middle of a loop
__device__ int answer(int x) {
  int i = x, s = 0;
  if (x > 1) goto middle;
  for (i = 0; i < 4; i++) {
    s += 10;
  middle:
    s += i + 1;
  }
  return s;
}
//// a circle with two entries
__device__ int answer(int x) {
  int n = 0, s = x;
  if (x & 1) goto second;
first:
  s = s * 2 + 1; n++;
  if (n > 5) goto end;
second:
  s += 3; n++;
  if (n <= 6) goto first;
end:
  return s * 100 + n;
}
//// into a branch and out of it
__device__ int answer(int x) {
  int s = 0;
  if (x == 2) goto inside;
  if (x > 0) { s += 1; inside: s += 10; if (s < 30) goto again; } else s = 7;
  goto end;
again:
  s += 9;
  if (s < 25) goto inside;
end:
  return s;
}
//// labels in a switch
__device__ int answer(int x) {
  int s = 0;
  switch (x) {
  case 0: s = 5; goto shared;
  case 1: s = 6;
  shared: s *= 2; break;
  case 2: s = 1;
  default: s += 40; if (s < 100) goto shared;
  }
  return s;
}
//// in front of the first case
__device__ int answer(int x) {
  int s = 0;
back:
  switch (x + s) {
  early: s += 100;
  case 0: s += 1; break;
  case 1: if (s < 3) { s++; goto early; } break;
  default: s += 2; if (s < 20) goto back;
  }
  return s;
}
//// labels behind each other and at the end
__device__ int answer(int x) {
  int s = x;
  if (x == 1) goto a;
  if (x == 2) goto b;
  s += 100;
a: b: s += 7;
  { if (x == 3) goto done; s *= 2; done:; }
  return s;
}
//// names of labels are names of their own
__device__ int answer(int x) {
  int out = x;
  { int out = 5; if (x) goto out; out++; x += out; }
out:
  return x * 10 + out;
}
//// behind a return
__device__ int answer(int x) {
  int s = 1;
  if (x > 1) goto late;
  return s + x;
late:
  s = 50;
  while (s < 60) { s += x; if (s == 56) goto later; }
  return s;
later:
  return -s;
}
