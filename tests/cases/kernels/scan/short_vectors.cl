// A scan of vectors of eight: within by shifts of components, between by the last ones.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg x [32] random(256, 0, 300)
// lanescope: arg sums [256]
#define SHIFT1(v) (ushort8)(0, v.s0123, v.s456)
#define SHIFT2(v) (ushort8)((ushort2)(0), v.s0123, v.s45)
#define SHIFT4(v) (ushort8)((ushort4)(0), v.lo)

__kernel void short_vectors(__global const ushort8 *x, __global ushort *sums)
{
    __local ushort last[32];
    const int i = get_local_id(0);
    ushort8 v = x[i];
    v += SHIFT1(v);
    v += SHIFT2(v);
    v += SHIFT4(v);
    last[i] = v.s7;
    barrier(CLK_LOCAL_MEM_FENCE);
    ushort before = 0;
    for (int k = 0; k < i; ++k)
        before += last[k];
    vstore8(v + before, i, sums);
}
