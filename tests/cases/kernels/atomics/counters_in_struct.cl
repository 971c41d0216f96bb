// Counters as members of structs in local and global memory, and a max of 64 bits beside them.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg x [128] random(345, -500, 500)
// lanescope: arg stats [2]
typedef struct {
    int count, below;
    struct {
        uint bits[2];
        int low, high;
    } inner;
    long sum_of_squares;
} stats_t;

__kernel void counters_in_struct(__global const int *x, __global stats_t *stats)
{
    __local int negative;
    const int i = get_global_id(0), v = x[i];
    if (get_local_id(0) == 0)
        negative = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __global stats_t *s = &stats[v & 1];
    atomic_inc(&s->count);
    if (v < 0)
        atomic_inc(&negative);
    atomic_or(&s->inner.bits[i >> 6], 1u << (v & 31));
    atomic_min(&s->inner.low, v);
    atomic_max(&(*s).inner.high, v);
    atom_add(&s->sum_of_squares, (long)v * v);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_add(&stats[0].below, negative);
}
