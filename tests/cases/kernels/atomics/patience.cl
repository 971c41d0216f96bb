// Some work-items wait for a while by the clock, but not for ever; the others have none to ask.
// lanescope: global 40
// lanescope: local 8
// lanescope: arg out [40] zeros
// lanescope: arg left [1] zeros
#pragma OPENCL EXTENSION cl_khr_kernel_clock : enable

__kernel void patience(__global int *out, volatile __global int *left)
{
    int i = get_global_id(0), turns = 0;
    ulong from = 0;
    if (i % 5 == 0) {
        from = clock_read_sub_group();
        for (int turn = 0; turn < 100 && clock_read_device() - from < 40; turn++)
            turns++;
    }
    double waited = (double)(clock_read_work_group() - from);
    atomic_add(left, 1);
    out[i] = (waited > 0) + (turns > 0 ? 2 : 0);
}
