// The nearest code words by Hamming distance: 256 bits in a vector, popcounts of its components.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg codes [32] random(220, 0, 0x7fffffffffffffff)
// lanescope: arg nearest [32]
// lanescope: arg distance [32]
__kernel void hamming(__global const ulong4 *codes, __global int *nearest, __global ushort *distance)
{
    const int id = get_global_id(0), n = get_global_size(0);
    const ulong4 mine = codes[id];
    ushort best = 257;
    int who = -1;
    for (int j = 0; j < n; ++j) {
        const ulong4 bits = popcount(mine ^ codes[j]);
        const ulong2 half_sum = bits.lo + bits.hi;
        const ushort d = (ushort)(half_sum.x + half_sum.y);
        const bool nearer = j != id && d < best;
        who = nearer ? j : who;
        best = nearer ? d : best;
    }
    nearest[id] = who;
    distance[id] = best;
}
