// lanescope: title Binary search, a key for each
// lanescope: look Each work-item halves the list in which its key may be: it leaves when it has found it or nothing is left, early or late.
// lanescope: machine harp/harp32
// lanescope: global 32
// lanescope: local 16
// lanescope: arg found [32]
// lanescope: arg list [64] iota(0, 2)
// lanescope: arg keys [32] iota(-3, 5)
// lanescope: arg n 64
__kernel void binsearch(__global int *found, __global const int *list, __global const int *keys, int n)
{
    int i = get_global_id(0);
    int key = keys[i], low = 0, high = n - 1, at = -1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (list[middle] == key) {
            at = middle;
            break;
        } else if (list[middle] < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    found[i] = at;
}
