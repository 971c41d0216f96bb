// lanescope: global 128
// lanescope: local 64
// lanescope: arg a char[128] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 127, -128, 126, -127, 63, 100, 127, -128, -1, 0, 85, -86, 106, -29, -4, 3, -2, 40, -17, 102, -86, 19, -97, 127, -12, 54, 105, 39, -33, 90, 121, 0, 30, -88, 30, 75, -4, 89, -128, -115, -128, 100, -13, -106, -27, 111, -112, 8)
// lanescope: arg b char[128] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 127, -128, 126, -127, 63, 100, 127, -128, -1, 0, 85, -86, 69, -98, 22, 8, 118, 83, -25, 86, 108, 60, -56, -128, 127, -111, -112, 126, 28, 66, -1, -110, -10, 59, 85, -33, 76, 80, 33, 0)
// lanescope: arg o char[5248] zeros
// lanescope: arg c char[1280] zeros
__kernel void k(__global const char *a, __global const char *b, __global char *o, __global char *c) {
  int i = get_global_id(0); char x = a[i], y = b[(i*37+11)&127], z = a[(i*5+3)&127];
  o[i*41+0] = (char)(add_sat(x,y));
  o[i*41+1] = (char)(sub_sat(x,y));
  o[i*41+2] = (char)(hadd(x,y));
  o[i*41+3] = (char)(rhadd(x,y));
  o[i*41+4] = (char)(mul_hi(x,y));
  o[i*41+5] = (char)(mad_hi(x,y,z));
  o[i*41+6] = (char)(rotate(x,y));
  o[i*41+7] = (char)(clz(x));
  o[i*41+8] = (char)(popcount(x));
  o[i*41+9] = (char)(min(x,y));
  o[i*41+10] = (char)(max(x,y));
  o[i*41+11] = (char)(clamp(z,min(x,y),max(x,y)));
  o[i*41+12] = (char)(bitselect(x,y,z));
  o[i*41+13] = (char)((char)abs(x));
  o[i*41+14] = (char)((char)abs_diff(x,y));
  o[i*41+15] = (char)(select(x,y,(uchar)z));
  o[i*41+16] = (char)(x+y);
  o[i*41+17] = (char)(x-y);
  o[i*41+18] = (char)(x*y);
  o[i*41+21] = (char)(x<<(y&7));
  o[i*41+22] = (char)(x>>(y&7));
  o[i*41+23] = (char)(x&y);
  o[i*41+24] = (char)(x|y);
  o[i*41+25] = (char)(x^y);
  o[i*41+26] = (char)(~x);
  o[i*41+27] = (char)(-x);
  o[i*41+28] = (char)(!x);
  o[i*41+29] = (char)(x&&y);
  o[i*41+30] = (char)(x||y);
  o[i*41+31] = (char)(x<y);
  o[i*41+32] = (char)(x>y);
  o[i*41+33] = (char)(x<=y);
  o[i*41+34] = (char)(x==y);
  o[i*41+35] = (char)(x!=y);
  o[i*41+36] = (char)((x?y:z));
  o[i*41+37] = (char)(x+1);
  o[i*41+38] = (char)(x++ + 0);
  o[i*41+39] = (char)((x,y));
  o[i*41+40] = (char)((x^z)|y);
  { char d = y==0?(char)7:y; if (d != (char)-1) { o[i*41+19] = x/d; o[i*41+20] = x%d; } }
  { char q = x; q += y; c[i*10+0] = q; }
  { char q = x; q -= y; c[i*10+1] = q; }
  { char q = x; q *= y; c[i*10+2] = q; }
  { char q = x; q &= y; c[i*10+3] = q; }
  { char q = x; q |= y; c[i*10+4] = q; }
  { char q = x; q ^= y; c[i*10+5] = q; }
  { char q = x; q <<= y&7; c[i*10+6] = q; }
  { char q = x; q >>= y&7; c[i*10+7] = q; }
  { char q = x; q += y*z; c[i*10+8] = q; }
  { char q = x; q -= y^z; c[i*10+9] = q; }
}
