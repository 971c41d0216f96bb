// A merge sort of one group: each element finds its place in the other half by bisection.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg data [64] random(49, 0, 40)
__kernel void merge_local(__global long *data)
{
    __local long halves[2][32];
    const int lid = get_local_id(0), size = get_local_size(0), gid = get_global_id(0);
    int now = 0;
    halves[0][lid] = data[gid];
    for (int width = 1; width < size; width *= 2, now ^= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int own = lid & (width - 1), is_right = (lid / width) & 1;
        const int sibling = (lid ^ width) & ~(width - 1);
        const long key = halves[now][lid];
        int low = 0, high = width;
        while (low < high) {
            const int mid = (low + high) / 2;
            const long other = halves[now][sibling + mid];
            if (other < key || (is_right && other == key))
                low = mid + 1;
            else
                high = mid;
        }
        const int pair = lid & ~(2 * width - 1);
        halves[now ^ 1][pair + own + low] = key;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    data[gid] = halves[now][lid];
}
