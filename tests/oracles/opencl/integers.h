// What the language and its library do with two or three integers of a type T, which wraps; U is T without a sign.
__kernel void k(__global const T *a, __global const T *b, __global T *o, __global T *c) {
  int i = get_global_id(0); T x = a[i], y = b[(i*37+11)&127], z = a[(i*5+3)&127];
  o[i*41+0] = (T)(add_sat(x,y));
  o[i*41+1] = (T)(sub_sat(x,y));
  o[i*41+2] = (T)(hadd(x,y));
  o[i*41+3] = (T)(rhadd(x,y));
  o[i*41+4] = (T)(mul_hi(x,y));
  o[i*41+5] = (T)(mad_hi(x,y,z));
  o[i*41+6] = (T)(rotate(x,y));
  o[i*41+7] = (T)(clz(x));
  o[i*41+8] = (T)(popcount(x));
  o[i*41+9] = (T)(min(x,y));
  o[i*41+10] = (T)(max(x,y));
  o[i*41+11] = (T)(clamp(z,min(x,y),max(x,y)));
  o[i*41+12] = (T)(bitselect(x,y,z));
  o[i*41+13] = (T)((T)abs(x));
  o[i*41+14] = (T)((T)abs_diff(x,y));
  o[i*41+15] = (T)(select(x,y,(U)z));
  o[i*41+16] = (T)(x+y);
  o[i*41+17] = (T)(x-y);
  o[i*41+18] = (T)(x*y);
  o[i*41+21] = (T)(x<<(y&7));
  o[i*41+22] = (T)(x>>(y&7));
  o[i*41+23] = (T)(x&y);
  o[i*41+24] = (T)(x|y);
  o[i*41+25] = (T)(x^y);
  o[i*41+26] = (T)(~x);
  o[i*41+27] = (T)(-x);
  o[i*41+28] = (T)(!x);
  o[i*41+29] = (T)(x&&y);
  o[i*41+30] = (T)(x||y);
  o[i*41+31] = (T)(x<y);
  o[i*41+32] = (T)(x>y);
  o[i*41+33] = (T)(x<=y);
  o[i*41+34] = (T)(x==y);
  o[i*41+35] = (T)(x!=y);
  o[i*41+36] = (T)((x?y:z));
  o[i*41+37] = (T)(x+1);
  o[i*41+38] = (T)(x++ + 0);
  o[i*41+39] = (T)((x,y));
  o[i*41+40] = (T)((x^z)|y);
  { T d = y==0?(T)7:y; if (d != (T)-1) { o[i*41+19] = x/d; o[i*41+20] = x%d; } }
  { T q = x; q += y; c[i*10+0] = q; }
  { T q = x; q -= y; c[i*10+1] = q; }
  { T q = x; q *= y; c[i*10+2] = q; }
  { T q = x; q &= y; c[i*10+3] = q; }
  { T q = x; q |= y; c[i*10+4] = q; }
  { T q = x; q ^= y; c[i*10+5] = q; }
  { T q = x; q <<= y&7; c[i*10+6] = q; }
  { T q = x; q >>= y&7; c[i*10+7] = q; }
  { T q = x; q += y*z; c[i*10+8] = q; }
  { T q = x; q -= y^z; c[i*10+9] = q; }
}
