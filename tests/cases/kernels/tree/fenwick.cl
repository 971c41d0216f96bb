// A Fenwick tree: the group builds it in rounds, each work-item asks for the sum of a range.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg values [64] random(105, -1000, 1000)
// lanescope: arg ranges [64] random(106, 0, 64)
// lanescope: arg sums [64]
int prefix(__local const int *tree, uint end)
{
    int sum = 0;
    for (; end; end &= end - 1)
        sum += tree[end];
    return sum;
}

__kernel void fenwick(__global const int *values, __global const uchar2 *ranges, __global int *sums)
{
    __local int tree[65];
    const uint i = get_local_id(0) + 1;
    tree[i] = values[i - 1];
    for (uint step = 1; step < 64; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((i & (2 * step - 1)) == 0)
            tree[i] += tree[i - step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uchar2 r = ranges[i - 1];
    sums[i - 1] = prefix(tree, max(r.x, r.y)) - prefix(tree, min(r.x, r.y));
}
