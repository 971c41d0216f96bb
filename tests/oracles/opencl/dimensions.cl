// lanescope: global 9 10 6
// lanescope: local 3 5 2
// lanescope: arg a int[540] iota
// lanescope: arg o int[2160] zeros
#define IDX(x,y,z) ((x) + get_global_size(0) * ((y) + get_global_size(1) * (z)))
__kernel void k(__global int *a, __global int *o) {
  __local int t[2][5][3];
  size_t x=get_global_id(0),y=get_global_id(1),z=get_global_id(2);
  int l0=get_local_id(0),l1=get_local_id(1),l2=get_local_id(2);
  t[l2][l1][l0]=a[IDX(x,y,z)];
  for (int s = 0; s < 3; s++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = t[(l2+1)%2][(l1+s)%5][(l0+2)%3];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l2][l1][l0] = v * 3 + s;
  }
  o[4*IDX(x,y,z)] = t[l2][l1][l0];
  o[4*IDX(x,y,z)+1] = get_group_id(0)+100*get_group_id(1)+10000*get_group_id(2);
  o[4*IDX(x,y,z)+2] = get_num_groups(0)+100*get_num_groups(1)+10000*get_num_groups(2);
}
