// lanescope: global 128
// lanescope: local 64
// lanescope: arg a ushort[128] list(0, 1, 65535, 2, 65534, 3, 7, 8, 31, 32, 33, 63, 64, 65535, 0, 65534, 1, 32767, 100, 127, 128, 255, 256, 21845, 43690, 32084, 19734, 40791, 27836, 100, 0, 47429, 61465, 58850, 56122, 12646, 1, 21845, 39761, 11035, 8382, 46277, 0, 43690, 18515, 255, 65534, 7553, 52435, 64, 37899, 32, 31558, 24315, 13052, 15219, 48586, 40590, 7, 0, 24278)
// lanescope: arg b ushort[128] list(0, 1, 65535, 2, 65534, 3, 7, 8, 31, 32, 33, 63, 64, 65535, 0, 65534, 1, 32767, 100, 127, 128, 255, 256, 21845, 43690, 65535, 128, 38388, 43750, 4977, 26568, 255, 13098, 33, 65535, 901, 65320, 38138, 21533, 4172, 42940, 21845, 32078, 47492, 65534, 46203, 30556, 53450, 128, 53107, 441, 9234, 25085)
// lanescope: arg o ushort[5248] zeros
// lanescope: arg c ushort[1280] zeros
__kernel void k(__global const ushort *a, __global const ushort *b, __global ushort *o, __global ushort *c) {
  int i = get_global_id(0); ushort x = a[i], y = b[(i*37+11)&127], z = a[(i*5+3)&127];
  o[i*41+0] = (ushort)(add_sat(x,y));
  o[i*41+1] = (ushort)(sub_sat(x,y));
  o[i*41+2] = (ushort)(hadd(x,y));
  o[i*41+3] = (ushort)(rhadd(x,y));
  o[i*41+4] = (ushort)(mul_hi(x,y));
  o[i*41+5] = (ushort)(mad_hi(x,y,z));
  o[i*41+6] = (ushort)(rotate(x,y));
  o[i*41+7] = (ushort)(clz(x));
  o[i*41+8] = (ushort)(popcount(x));
  o[i*41+9] = (ushort)(min(x,y));
  o[i*41+10] = (ushort)(max(x,y));
  o[i*41+11] = (ushort)(clamp(z,min(x,y),max(x,y)));
  o[i*41+12] = (ushort)(bitselect(x,y,z));
  o[i*41+13] = (ushort)((ushort)abs(x));
  o[i*41+14] = (ushort)((ushort)abs_diff(x,y));
  o[i*41+15] = (ushort)(select(x,y,(ushort)z));
  o[i*41+16] = (ushort)(x+y);
  o[i*41+17] = (ushort)(x-y);
  o[i*41+18] = (ushort)(x*y);
  o[i*41+21] = (ushort)(x<<(y&7));
  o[i*41+22] = (ushort)(x>>(y&7));
  o[i*41+23] = (ushort)(x&y);
  o[i*41+24] = (ushort)(x|y);
  o[i*41+25] = (ushort)(x^y);
  o[i*41+26] = (ushort)(~x);
  o[i*41+27] = (ushort)(-x);
  o[i*41+28] = (ushort)(!x);
  o[i*41+29] = (ushort)(x&&y);
  o[i*41+30] = (ushort)(x||y);
  o[i*41+31] = (ushort)(x<y);
  o[i*41+32] = (ushort)(x>y);
  o[i*41+33] = (ushort)(x<=y);
  o[i*41+34] = (ushort)(x==y);
  o[i*41+35] = (ushort)(x!=y);
  o[i*41+36] = (ushort)((x?y:z));
  o[i*41+37] = (ushort)(x+1);
  o[i*41+38] = (ushort)(x++ + 0);
  o[i*41+39] = (ushort)((x,y));
  o[i*41+40] = (ushort)((x^z)|y);
  { ushort d = y==0?(ushort)7:y; if (d != (ushort)-1) { o[i*41+19] = x/d; o[i*41+20] = x%d; } }
  { ushort q = x; q += y; c[i*10+0] = q; }
  { ushort q = x; q -= y; c[i*10+1] = q; }
  { ushort q = x; q *= y; c[i*10+2] = q; }
  { ushort q = x; q &= y; c[i*10+3] = q; }
  { ushort q = x; q |= y; c[i*10+4] = q; }
  { ushort q = x; q ^= y; c[i*10+5] = q; }
  { ushort q = x; q <<= y&7; c[i*10+6] = q; }
  { ushort q = x; q >>= y&7; c[i*10+7] = q; }
  { ushort q = x; q += y*z; c[i*10+8] = q; }
  { ushort q = x; q -= y^z; c[i*10+9] = q; }
}
