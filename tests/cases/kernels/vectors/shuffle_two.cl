// shuffle2 takes components of two vectors; its mask is data, of which only the low bits count.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg a [32] random(9, -9999, 9999)
// lanescope: arg b [32] random(10, -9999, 9999)
// lanescope: arg mask [32] random(11, 0, 255)
// lanescope: arg out [32]
// lanescope: arg wide [32]
__kernel void shuffle_two(__global const ushort4 *a, __global const ushort4 *b, __global const ushort8 *mask,
                          __global ushort8 *out, __global ushort16 *wide)
{
    int i = get_global_id(0);
    ushort8 r = shuffle2(a[i], b[i], mask[i]);
    ushort16 m = (ushort16)(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    out[i] = r;
    wide[i] = shuffle2(r, mask[i], m);
}
