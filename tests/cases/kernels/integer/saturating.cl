// Saturating, halving and absolute arithmetic on small numbers and their vectors.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(125, -128, 127)
// lanescope: arg b [64] random(126, -128, 127)
// lanescope: arg sums [64]
// lanescope: arg differences [64]
// lanescope: arg mids [64]
// lanescope: arg apart [64]
// lanescope: arg unsigned_sums [64]
__kernel void saturating(__global const char4 *a, __global const char4 *b, __global char4 *sums, __global char4 *differences,
                         __global char4 *mids, __global uchar4 *apart, __global uchar4 *unsigned_sums)
{
    const int i = get_global_id(0);
    const char4 x = a[i], y = b[i];
    sums[i] = add_sat(x, y);
    differences[i] = sub_sat(x, y);
    mids[i] = (char4)(hadd(x.lo, y.lo), rhadd(x.hi, y.hi));
    apart[i] = abs_diff(x, y);
    unsigned_sums[i] = add_sat(as_uchar4(x), as_uchar4(y)) - sub_sat(as_uchar4(x), as_uchar4(y));
}
