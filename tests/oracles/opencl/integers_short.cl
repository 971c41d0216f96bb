// lanescope: global 128
// lanescope: local 64
// lanescope: arg a short[128] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 32767, -32768, 32766, -32767, 16383, 100, 127, 128, 255, 256, 21845, -21846, -7716, -26315, -4371, -21846, 24501, 12965, 1, -32768, -13537, -7050, 1952, -1763, -1191, 20093, 255, -822, -5888, -2034, -273, 10840, 30610, 29594, 64, 3966, -23417, -32422, 24293, 9717, -6833, 1363, 6566, 26633, -16243, 16996, -9204, -12220)
// lanescope: arg b short[128] list(0, 1, -1, 2, -2, 3, 7, 8, 31, 32, 33, 63, 64, 32767, -32768, 32766, -32767, 16383, 100, 127, 128, 255, 256, 21845, -21846, -26207, 256, 14182, 32, 1084, -15254, 31, 17590, -13595, 1, 18769, 20812, 31577, 22086, 31300, 11683, -32267, -30427, 32756, 27054, -26306, 8, 11144, 30473, 100, 100, -21846, 27308)
// lanescope: arg o short[5248] zeros
// lanescope: arg c short[1280] zeros
__kernel void k(__global const short *a, __global const short *b, __global short *o, __global short *c) {
  int i = get_global_id(0); short x = a[i], y = b[(i*37+11)&127], z = a[(i*5+3)&127];
  o[i*41+0] = (short)(add_sat(x,y));
  o[i*41+1] = (short)(sub_sat(x,y));
  o[i*41+2] = (short)(hadd(x,y));
  o[i*41+3] = (short)(rhadd(x,y));
  o[i*41+4] = (short)(mul_hi(x,y));
  o[i*41+5] = (short)(mad_hi(x,y,z));
  o[i*41+6] = (short)(rotate(x,y));
  o[i*41+7] = (short)(clz(x));
  o[i*41+8] = (short)(popcount(x));
  o[i*41+9] = (short)(min(x,y));
  o[i*41+10] = (short)(max(x,y));
  o[i*41+11] = (short)(clamp(z,min(x,y),max(x,y)));
  o[i*41+12] = (short)(bitselect(x,y,z));
  o[i*41+13] = (short)((short)abs(x));
  o[i*41+14] = (short)((short)abs_diff(x,y));
  o[i*41+15] = (short)(select(x,y,(ushort)z));
  o[i*41+16] = (short)(x+y);
  o[i*41+17] = (short)(x-y);
  o[i*41+18] = (short)(x*y);
  o[i*41+21] = (short)(x<<(y&7));
  o[i*41+22] = (short)(x>>(y&7));
  o[i*41+23] = (short)(x&y);
  o[i*41+24] = (short)(x|y);
  o[i*41+25] = (short)(x^y);
  o[i*41+26] = (short)(~x);
  o[i*41+27] = (short)(-x);
  o[i*41+28] = (short)(!x);
  o[i*41+29] = (short)(x&&y);
  o[i*41+30] = (short)(x||y);
  o[i*41+31] = (short)(x<y);
  o[i*41+32] = (short)(x>y);
  o[i*41+33] = (short)(x<=y);
  o[i*41+34] = (short)(x==y);
  o[i*41+35] = (short)(x!=y);
  o[i*41+36] = (short)((x?y:z));
  o[i*41+37] = (short)(x+1);
  o[i*41+38] = (short)(x++ + 0);
  o[i*41+39] = (short)((x,y));
  o[i*41+40] = (short)((x^z)|y);
  { short d = y==0?(short)7:y; if (d != (short)-1) { o[i*41+19] = x/d; o[i*41+20] = x%d; } }
  { short q = x; q += y; c[i*10+0] = q; }
  { short q = x; q -= y; c[i*10+1] = q; }
  { short q = x; q *= y; c[i*10+2] = q; }
  { short q = x; q &= y; c[i*10+3] = q; }
  { short q = x; q |= y; c[i*10+4] = q; }
  { short q = x; q ^= y; c[i*10+5] = q; }
  { short q = x; q <<= y&7; c[i*10+6] = q; }
  { short q = x; q >>= y&7; c[i*10+7] = q; }
  { short q = x; q += y*z; c[i*10+8] = q; }
  { short q = x; q -= y^z; c[i*10+9] = q; }
}
