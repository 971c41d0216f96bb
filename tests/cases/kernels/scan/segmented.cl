// A scan that begins anew at each flag: pairs of a sum and a flag are joined in local memory.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg values [64] random(64, 1, 9)
// lanescope: arg heads [64] random(65, 0, 3)
// lanescope: arg sums [64]
typedef struct __attribute__((aligned(8))) {
    int sum;
    int flag;
} pair_t;

pair_t join(const pair_t left, const pair_t right)
{
    pair_t r;
    r.sum = right.flag ? right.sum : left.sum + right.sum;
    r.flag = left.flag | right.flag;
    return r;
}

__kernel void segmented(__global const int *values, __global const int *heads, __global int *sums)
{
    __local pair_t p[32];
    const int gid = get_global_id(0), lid = get_local_id(0);
    pair_t mine = { values[gid], heads[gid] == 0 };
    p[lid] = mine;
    for (int by = 1; by < 32; by *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid >= by)
            mine = join(p[lid - by], mine);
        barrier(CLK_LOCAL_MEM_FENCE);
        p[lid] = mine;
    }
    sums[gid] = mine.sum;
}
