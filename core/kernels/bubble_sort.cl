// lanescope: title Bubble sort by one work-item
// lanescope: look Neighbours change places until a round finds none out of order. One lane works, so that no branch parts lanes.
// lanescope: machine harp/harp32
// lanescope: global 1
// lanescope: local 1
// lanescope: arg a [12] permutation(5)
// lanescope: arg n 12
__kernel void bubble_sort(__global int *a, int n)
{
    int changed = 1;
    while (changed) {
        changed = 0;
        for (int i = 1; i < n; i++) {
            int left = a[i - 1], right = a[i];
            if (left > right) {
                a[i - 1] = right;
                a[i] = left;
                changed = 1;
            }
        }
    }
}
