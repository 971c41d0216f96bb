// lanescope: title A table of keys for each
// lanescope: look Every work-item puts four keys into its own table of eight places and then looks for four others: how far it must go for a
// lanescope: look place depends on its keys.
// lanescope: machine harp/harp32
// lanescope: global 16
// lanescope: local 16
// lanescope: arg table [16*8]
// lanescope: arg hits [16]
// lanescope: arg keys [16*4] random(5, 1, 20)
// lanescope: arg wanted [16*4] random(7, 1, 20)
__kernel void hashtable(__global int *table, __global int *hits, __global const int *keys, __global const int *wanted)
{
    int i = get_global_id(0);
    int base = i * 8, count = 0;
    for (int k = 0; k < 4; k++) {
        int key = keys[4 * i + k], place = key * 3 & 7;
        while (table[base + place] != 0 && table[base + place] != key)
            place = place + 1 & 7;
        table[base + place] = key;
    }
    for (int k = 0; k < 4; k++) {
        int key = wanted[4 * i + k], place = key * 3 & 7;
        while (table[base + place] != 0 && table[base + place] != key)
            place = place + 1 & 7;
        if (table[base + place] == key)
            count++;
    }
    hits[i] = count;
}
