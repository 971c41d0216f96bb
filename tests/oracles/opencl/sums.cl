// lanescope: global 256
// lanescope: local 64
// lanescope: arg a int[1000] list(27, -68, 82, 92, 52, 90, 7, -49, 7, 83, -86, -25, 77, -61, -11, 75, -37, -33, 87, 22, 80, 72, 66, -19, -92, 55, 41, 24, 90, -46, -55, -79, -59, -38, -51, -97, 9, -30, 34, -19, 55, -27, 26, 91, 20, 35, -63, -38, 24, -25, -60, -3, -69, 20, 3, 80, -50, 40, -71, -45, 73, -23, 64, -18, -63, -65, 9, -58, 68, 26, -38, -37, -68, 7, 20, 83, 85, -77, 88, 87, 62, 47, -84, 42, 46, -25, 78, 68, -11, 21, -29, 87, -57, -54, -8, -20, -92)
// lanescope: arg o int[8] zeros
// lanescope: arg hist uint[16] zeros
// lanescope: arg scratch [64]
// lanescope: arg n 1000
__kernel void k(__global const int *a, __global int *o, __global uint *hist, __local int *scratch, uint n) {
  uint tid=get_local_id(0); int acc=0; __local uint h[16]; 
  if (tid < 16) h[tid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) { acc += a[i]; atomic_inc(&h[a[i] & 15]); }
  scratch[tid]=acc;
  for (uint s = get_local_size(0) >> 1; s > 0; s >>= 1) { barrier(CLK_LOCAL_MEM_FENCE); if (tid < s) scratch[tid] += scratch[tid + s]; }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 16) atomic_add(hist + tid, h[tid]);
  if (!tid) { atomic_add(&o[0], scratch[0]); atomic_min(&o[1], scratch[0]); atomic_max(&o[2], scratch[0]); atomic_xor(&o[3], scratch[0]); atomic_or(&o[4], 1 << get_group_id(0)); o[5] = 7; }
}
