// A sort by ranks: each work-item counts who comes before its element; equal ones keep their order.
// lanescope: global 256
// lanescope: local 32
// lanescope: arg in [256] random(48, 0, 50)
// lanescope: arg out [256]
// lanescope: arg tile [32]
typedef struct {
    int key;
    uint tag;
} record;

__kernel void rank_sort(__global const int *in, __global record *out, __local int *tile)
{
    const int gid = get_global_id(0), lid = get_local_id(0), size = get_local_size(0), n = get_global_size(0);
    const record me = { .key = in[gid], .tag = gid };
    int rank = 0;
    for (int base = 0; base < n; base += size) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[lid] = in[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            const bool before = tile[j] < me.key || (tile[j] == me.key && base + j < gid);
            rank += before ? 1 : 0;
        }
    }
    out[rank] = me;
}
