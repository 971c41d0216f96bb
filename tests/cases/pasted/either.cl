// Both halves of a condition lead to one block, and two cases of a switch to another; no work-item goes there.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg flags [2] zeros
// lanescope: arg counts [1] fill(5)
// lanescope: arg out [64]
__kernel void either(__global int *out, __global const int *flags, __global const int *counts)
{
    int i = get_global_id(0);
    int v = i;
    if (flags[0] || flags[1]) v += 100;
    switch (counts[0]) {
    case 0:
    case 1:
        v += 1000;
    }
    out[i] = v;
}
