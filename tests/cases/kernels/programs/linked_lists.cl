// Lists by indices: each work-item follows one to its end, sums it, and turns it round in place.
// lanescope: global 8
// lanescope: local 8
// lanescope: arg next [64] iota(8, 1)
// lanescope: arg value [64] random(4, -99, 99)
// lanescope: arg head [8] iota(0, 1)
// lanescope: arg sum [8]
__kernel void linked_lists(__global int *next, __global const int *value, __global int *head, __global int *sum)
{
    int i = get_global_id(0), before = -1, total = 0, length = 0;
    for (int at = head[i], after; at < 64 && at >= 0; before = at, at = after) {
        after = next[at] + (length & 1 ? 0 : i % 2) * 8;
        total += value[at] * ++length;
        next[at] = before;
    }
    head[i] = before;
    sum[i] = total;
}
