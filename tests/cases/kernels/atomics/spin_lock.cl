// A lock that one work-item of each group takes in turn: what it guards is read and written plainly.
// lanescope: global 128
// lanescope: local 16
// lanescope: arg lock [1] zeros
// lanescope: arg account [2] zeros
// lanescope: arg rounds 3
__kernel void spin_lock(volatile __global int *lock, volatile __global int *account, int rounds)
{
    __local int group_sum;
    if (get_local_id(0) == 0)
        group_sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&group_sum, (int)get_global_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        for (int r = 0; r < rounds; r++) {
            while (atomic_cmpxchg(lock, 0, 1) != 0)
                ;
            const int before = account[0];
            account[0] = before + group_sum;
            account[1] = account[1] + 1;
            mem_fence(CLK_GLOBAL_MEM_FENCE);
            atomic_xchg(lock, 0);
        }
    }
}
