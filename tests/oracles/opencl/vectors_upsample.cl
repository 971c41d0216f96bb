// lanescope: global 16
// lanescope: local 8
// lanescope: arg a char[64] list(7, -1, 17, 126, 2, 126, 95, 56, 30, -53, -5, 7, 2, -127, 111, 20, 0, -20, 63, -127, 2, 85, 7, 85, -1, 127, 2, 4, 0, -1, -110, -82, 17, 127, -128, 127, 126, 31, 83, -1, 97, 17, 7, 7, -9, -128, 6, 126, -128, -13, 1, -101, -42, 63, 85, 126, -116, 7, -90, -1, -127, -10, -92, -95)
// lanescope: arg b uchar[64] list(129, 3, 6, 18, 179, 116, 100, 58, 16, 0, 3, 4, 2, 20, 13, 6, 9, 71, 127, 237, 47, 0, 148, 222, 127, 11, 14, 7, 0, 3, 14, 179, 255, 0, 71, 7, 21, 20, 49, 10, 252, 6, 6, 2, 17, 6, 227, 227, 60, 255, 7, 1, 7, 46, 1, 2, 1, 39, 15, 3, 74, 113, 2, 3)
// lanescope: arg s short[64] zeros
// lanescope: arg u ushort[64] zeros
// lanescope: arg n int[64] zeros
// lanescope: arg l ulong[64] zeros
// lanescope: arg m int[128] zeros
__kernel void widen(__global char *a, __global uchar *b, __global short *s, __global ushort *u, __global int *n, __global ulong *l, __global int *m) {
  size_t i = get_global_id(0); char4 x = vload4(i, a); uchar4 y = vload4(i, b);
  short4 t = upsample(x, y); ushort4 v = upsample(y, y.wzyx); vstore4(t, i, s); vstore4(v, i, u); int4 w = upsample(t, v); vstore4(w, i, n);
  vstore4(upsample(as_uint4(w), as_uint4(w.yxwz)), i, l); int4 g = convert_int4(t), h = convert_int4(v);
  vstore4(mul24(g, h.xxyy), i * 2, m); vstore4(mad24(g, (int4)(3), h), i * 2 + 1, m); m[i * 8] += upsample(x.x, y.x);
}
