// The first place of each key in an unsorted table: many work-items look, the smallest index wins.
// lanescope: global 256
// lanescope: local 32
// lanescope: arg table [256] random(35, 0, 40)
// lanescope: arg keys [16] iota(0, 3)
// lanescope: arg first [16] fill(0x7fffffff)
__kernel void first_match(__global const int *table, __constant int *keys, volatile __global int *first)
{
    int i = get_global_id(0);
    int value = table[i];
    for (int k = 0; k < 16; k++) {
        if (value != keys[k] || first[k] <= i)
            continue;
        atomic_min(&first[k], i);
    }
}
