// Rows come and go by asynchronous copies of the whole group, one of them with a stride.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg in [256] random(12, -500, 500)
// lanescope: arg out [256]
// lanescope: arg column [64]
__kernel void async_copy(__global const int *in, __global int *out, __global int *column)
{
    __local int row[64], every[16];
    const size_t g = get_group_id(0), l = get_local_id(0);
    event_t e[2];
    e[0] = async_work_group_copy(row, in + g * 64, 64, 0);
    e[1] = async_work_group_strided_copy(every, in + g, 16, 4, 0);
    wait_group_events(2, e);
    for (int k = 0; k < 2; k++) {
        int a = row[l + 16 * k], b = row[63 - l - 16 * k];
        row[l + 16 * k] = b;
        row[63 - l - 16 * k] = a;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t back = async_work_group_copy(out + g * 64, row, 64, 0);
    column[g * 16 + l] = every[l] * 3;
    wait_group_events(1, &back);
}
