// Each lane looks for its own key in a sorted list.
__kernel void binsearch(__global int *found, __global const int *list, __global const int *keys, int n) {
    int i = get_global_id(0), key = keys[i], low = 0, high = n - 1, at = -1;
    while (low <= high) {
        int middle = (low + high) >> 1, value = list[middle];
        if (value == key) {
            at = middle;
            low = high + 1;
        } else if (value < key) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    found[i] = at;
}
