// Each lane puts its keys into a table of its own with open addressing, then looks for others there.
__kernel void hashtable(__global int *table, __global int *hits, __global const int *keys, __global const int *wanted) {
    int i = get_global_id(0), base = i * 16, found = 0;
    for (int k = 0; k < 6; k++) {
        int key = keys[i * 6 + k], slot = (key * 7) & 15, tries = 0;
        while (tries < 16 && table[base + slot] != 0) {
            slot = (slot + 1) & 15;
            tries++;
        }
        if (tries < 16) table[base + slot] = key;
    }
    for (int k = 0; k < 4; k++) {
        int key = wanted[i * 4 + k], slot = (key * 7) & 15, tries = 0;
        while (tries < 16 && table[base + slot] != 0) {
            if (table[base + slot] == key) {
                found++;
                break;
            }
            slot = (slot + 1) & 15;
            tries++;
        }
    }
    hits[i] = found;
}
