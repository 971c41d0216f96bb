// From a float type FROM to an integer type TO, with each rounding; CONVERT(how) is the function that does it.
__kernel void k(__global const FROM *a, __global TO *o) {
  int i = get_global_id(0); FROM x = a[i];
  o[i*5+0] = CONVERT(_sat)(x);
  o[i*5+1] = CONVERT(_sat_rte)(x);
  o[i*5+2] = CONVERT(_sat_rtz)(x);
  o[i*5+3] = CONVERT(_sat_rtp)(x);
  o[i*5+4] = CONVERT(_sat_rtn)(x);
}
