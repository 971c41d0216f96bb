// lanescope: global 16
// lanescope: local 8
// lanescope: arg a uchar[256] list(18, 130, 0, 10, 85, 0, 85, 2, 254, 91, 3, 26, 150, 237, 2, 9, 8, 97, 13, 255, 9, 2, 132, 5, 0, 0, 127, 11, 2, 0, 198, 175, 9, 127, 17, 255, 197, 9, 0, 1, 89, 254, 1, 215, 7, 1, 17, 58, 172, 152, 40, 59, 8, 56, 7, 254, 178, 0, 85, 1, 8, 15, 189, 8, 1, 0, 140, 3, 64, 19, 85, 172, 85, 238, 194, 196, 7, 103, 211, 15, 152, 120, 255, 18, 12, 181, 156, 7, 13, 2, 85, 4, 20, 0, 85, 222, 254, 0, 211, 14, 254, 90, 15, 186, 15, 7, 205, 3, 28, 31, 127, 135, 2, 18, 131, 34, 0, 4, 20, 247, 3, 15, 254, 240, 85, 2, 127, 85, 255, 15, 75, 5, 2, 18, 3, 158, 121, 8, 3, 3, 233, 210, 2, 1, 1, 36, 2, 1, 11, 1, 4, 195, 254, 254, 111, 84, 29, 9, 3, 233, 1, 0, 7, 6, 20, 1, 255, 177, 20, 178, 13, 16, 14, 85, 1, 16, 1, 189, 226, 1, 85, 12, 199, 16, 2, 7, 2, 1, 85, 85, 12, 6, 18, 0, 167, 1, 202, 6, 254, 57, 107, 78, 3, 217, 7, 1, 165, 187, 5, 80, 43, 248, 153, 2, 1, 255, 16, 7, 3, 9, 7, 1, 2, 13, 12, 1, 1, 55, 4, 16, 228, 1, 255, 1, 222, 195, 52, 1, 1, 0, 1, 127, 153, 74, 88, 0, 189, 248, 3, 38, 3, 3, 138, 16, 1, 2)
// lanescope: arg o uchar[256] zeros
// lanescope: arg h uint[4] list(0, 0, 0, 0)
/* Colours as bytes: grey, blend, saturating brightness, thresholds with masks. */
__kernel void pixels(__global uchar4 *a, __global uchar4 *o, __global uint *h) {
  size_t i = get_global_id(0);
  for (int j = 0; j < 4; j++) {
    uchar4 c = a[i * 4 + j]; uint4 w = convert_uint4(c); uint grey = (w.x * 77 + w.y * 150 + w.z * 29) >> 8;
    uchar4 mixed = convert_uchar4_sat((convert_int4(c) * 3 - 128) / 2); uchar4 bright = add_sat(c, (uchar4)(40, 40, 40, 0));
    uchar4 out = (c > (uchar)127) ? bright : mixed; out.w = (uchar)grey; if (any(c.xyz == (uchar3)(0))) out.xyz = out.zyx; o[i * 4 + j] = rhadd(out, c);
    if (all(c < (uchar)200)) atomic_inc(&h[j]);
  }
}
