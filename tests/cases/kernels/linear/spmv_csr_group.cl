// A group of eight work-items to each row; their parts are summed as a tree in work-group memory.
// lanescope: global 128
// lanescope: local 8
// lanescope: arg ptr [17] list(0, 9, 9, 31, 40, 41, 57, 65, 80, 81, 100, 128, 128, 131, 140, 170, 171)
// lanescope: arg col [200] random(20, 0, 63)
// lanescope: arg val [200] random(21, -99, 99)
// lanescope: arg x [64] random(22, -99, 99)
// lanescope: arg y [16]
__kernel void spmv_groups(__global const uint *ptr, __global const uint *col, __global const int *val,
                          __global const int *x, __global long *y)
{
    __local long part[8];
    uint lane = get_local_id(0), row = get_group_id(0);
    long sum = 0;
    for (uint j = ptr[row] + lane; j < ptr[row + 1]; j += get_local_size(0))
        sum += (long)val[j] * x[col[j]];
    part[lane] = sum;
    for (uint half_of = get_local_size(0) / 2; half_of > 0; half_of >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_of)
            part[lane] += part[lane + half_of];
    }
    if (!lane)
        y[row] = part[0];
}
