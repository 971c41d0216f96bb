// Smallest, largest, and how many, over all groups, of signed and unsigned numbers.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg x [128] random(171, -100000, 100000)
// lanescope: arg signed_low [1] fill(0x7fffffff)
// lanescope: arg signed_high [1] fill(-2147483648)
// lanescope: arg low [1] fill(0xffffffff)
// lanescope: arg high [1] zeros
// lanescope: arg negative [1]
__kernel void extremes(__global const int *x, __global int *signed_low, __global int *signed_high, volatile __global uint *low,
                       volatile __global uint *high, volatile __global int *negative)
{
    const int v = x[get_global_id(0)];
    atomic_min(signed_low, v);
    atomic_max(signed_high, v);
    atom_min(low, (uint)v);
    atom_max(high, (uint)v);
    if (v < 0)
        atomic_inc(negative);
    else
        atomic_dec(negative);
}
