// lanescope: global 128
// lanescope: local 64
// lanescope: arg a uchar[128] list(0, 1, 255, 2, 254, 3, 7, 8, 31, 32, 33, 63, 64, 255, 0, 254, 1, 127, 100, 127, 128, 255, 0, 85, 170, 215, 85, 157, 144, 4, 48, 246, 64, 127, 0, 1, 101, 31, 170, 31, 127, 33, 174, 254, 33, 246, 255, 116, 79, 132, 255, 141, 127, 208, 253, 188, 156, 112, 0, 64, 126)
// lanescope: arg b uchar[128] list(0, 1, 255, 2, 254, 3, 7, 8, 31, 32, 33, 63, 64, 255, 0, 254, 1, 127, 100, 127, 128, 255, 0, 85, 170, 37, 0, 22, 57, 1, 249, 53, 63, 81, 10, 200, 138, 8, 82, 0, 254, 92, 168, 215, 33, 64, 249, 8, 237, 137, 170, 67, 97)
// lanescope: arg o uchar[5248] zeros
// lanescope: arg c uchar[1280] zeros
__kernel void k(__global const uchar *a, __global const uchar *b, __global uchar *o, __global uchar *c) {
  int i = get_global_id(0); uchar x = a[i], y = b[(i*37+11)&127], z = a[(i*5+3)&127];
  o[i*41+0] = (uchar)(add_sat(x,y));
  o[i*41+1] = (uchar)(sub_sat(x,y));
  o[i*41+2] = (uchar)(hadd(x,y));
  o[i*41+3] = (uchar)(rhadd(x,y));
  o[i*41+4] = (uchar)(mul_hi(x,y));
  o[i*41+5] = (uchar)(mad_hi(x,y,z));
  o[i*41+6] = (uchar)(rotate(x,y));
  o[i*41+7] = (uchar)(clz(x));
  o[i*41+8] = (uchar)(popcount(x));
  o[i*41+9] = (uchar)(min(x,y));
  o[i*41+10] = (uchar)(max(x,y));
  o[i*41+11] = (uchar)(clamp(z,min(x,y),max(x,y)));
  o[i*41+12] = (uchar)(bitselect(x,y,z));
  o[i*41+13] = (uchar)((uchar)abs(x));
  o[i*41+14] = (uchar)((uchar)abs_diff(x,y));
  o[i*41+15] = (uchar)(select(x,y,(uchar)z));
  o[i*41+16] = (uchar)(x+y);
  o[i*41+17] = (uchar)(x-y);
  o[i*41+18] = (uchar)(x*y);
  o[i*41+21] = (uchar)(x<<(y&7));
  o[i*41+22] = (uchar)(x>>(y&7));
  o[i*41+23] = (uchar)(x&y);
  o[i*41+24] = (uchar)(x|y);
  o[i*41+25] = (uchar)(x^y);
  o[i*41+26] = (uchar)(~x);
  o[i*41+27] = (uchar)(-x);
  o[i*41+28] = (uchar)(!x);
  o[i*41+29] = (uchar)(x&&y);
  o[i*41+30] = (uchar)(x||y);
  o[i*41+31] = (uchar)(x<y);
  o[i*41+32] = (uchar)(x>y);
  o[i*41+33] = (uchar)(x<=y);
  o[i*41+34] = (uchar)(x==y);
  o[i*41+35] = (uchar)(x!=y);
  o[i*41+36] = (uchar)((x?y:z));
  o[i*41+37] = (uchar)(x+1);
  o[i*41+38] = (uchar)(x++ + 0);
  o[i*41+39] = (uchar)((x,y));
  o[i*41+40] = (uchar)((x^z)|y);
  { uchar d = y==0?(uchar)7:y; if (d != (uchar)-1) { o[i*41+19] = x/d; o[i*41+20] = x%d; } }
  { uchar q = x; q += y; c[i*10+0] = q; }
  { uchar q = x; q -= y; c[i*10+1] = q; }
  { uchar q = x; q *= y; c[i*10+2] = q; }
  { uchar q = x; q &= y; c[i*10+3] = q; }
  { uchar q = x; q |= y; c[i*10+4] = q; }
  { uchar q = x; q ^= y; c[i*10+5] = q; }
  { uchar q = x; q <<= y&7; c[i*10+6] = q; }
  { uchar q = x; q >>= y&7; c[i*10+7] = q; }
  { uchar q = x; q += y*z; c[i*10+8] = q; }
  { uchar q = x; q -= y^z; c[i*10+9] = q; }
}
