// The largest value so far, of doubles, in a group that is not a power of two.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg x [48] random(69, -10, 10)
// lanescope: arg so_far [48]
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void running_max(__global const double *x, __global double *so_far)
{
    __local double m[24];
    const int lid = get_local_id(0), n = get_local_size(0);
    double mine = x[get_global_id(0)];
    m[lid] = mine;
    for (int by = 1; by < n; by += by) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const double other = lid < by ? -INFINITY : m[lid - by];
        mine = fmax(mine, other);
        barrier(CLK_LOCAL_MEM_FENCE);
        m[lid] = mine;
    }
    so_far[get_global_id(0)] = mine;
}
