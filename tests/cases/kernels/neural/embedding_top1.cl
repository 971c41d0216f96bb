// Rows of a table added with positions, then the place of the largest logit by a reduction of pairs.
// lanescope: global 96
// lanescope: local 16
// lanescope: arg table [320] random(27, -100, 100)
// lanescope: arg places [96] random(28, -20, 20)
// lanescope: arg ids [6] random(29, 0, 19)
// lanescope: arg hidden [96]
// lanescope: arg best [6]
typedef int2 scored;
scored better(scored a, scored b) { return a.x > b.x || (a.x == b.x && a.y < b.y) ? a : b; }

__kernel void embedding_top1(__global const int *table, __global const int *places, __global const int *ids,
                             __global int *hidden, __global int *best)
{
    __local scored pairs[16];
    int token = get_group_id(0), d = get_local_id(0);
    int h = table[ids[token] * 16 + d] + places[get_global_id(0)];
    hidden[get_global_id(0)] = h;
    pairs[d] = (scored)(h / 8, d);
    for (int s = 8; s; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (d < s) pairs[d] = better(pairs[d], pairs[d + s]);
    }
    if (!d) best[token] = pairs[0].y;
}
