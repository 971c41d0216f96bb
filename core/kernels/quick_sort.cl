// lanescope: title Quicksort by one work-item
// lanescope: look Parts of the list that are still to be sorted wait in an array of the work-item: watch the stores and loads that go to its
// lanescope: look private memory between those of the list.
// lanescope: machine harp/harp32
// lanescope: global 1
// lanescope: local 1
// lanescope: arg a [12] permutation(3)
// lanescope: arg n 12
__kernel void quick_sort(__global int *a, int n)
{
    int waiting[32], count = 2;
    waiting[0] = 0;
    waiting[1] = n - 1;
    while (count > 0) {
        int last = waiting[--count], first = waiting[--count];
        if (first >= last)
            continue;
        int pivot = a[last], border = first;
        for (int i = first; i < last; i++) {
            int value = a[i];
            if (value < pivot) {
                a[i] = a[border];
                a[border++] = value;
            }
        }
        a[last] = a[border];
        a[border] = pivot;
        waiting[count++] = first;
        waiting[count++] = border - 1;
        waiting[count++] = border + 1;
        waiting[count++] = last;
    }
}
