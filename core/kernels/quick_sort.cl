// lanescope: title Quicksort by one work-item
// lanescope: look One lane works and the others of its warp wait. Parts of the list that are still to be sorted stand on a stack in private
// lanescope: look memory.
// lanescope: machine harp/harp32
// lanescope: global 1
// lanescope: local 1
// lanescope: arg a [16] permutation(3)
// lanescope: arg n 16
__kernel void quick_sort(__global int *a, int n)
{
    int waiting[64], top = 2;
    waiting[0] = 0;
    waiting[1] = n - 1;
    while (top > 0) {
        int last = waiting[--top], first = waiting[--top];
        if (first >= last)
            continue;
        int pivot = a[last], place = first;
        for (int i = first; i < last; i++) {
            if (a[i] < pivot) {
                int other = a[place];
                a[place++] = a[i];
                a[i] = other;
            }
        }
        a[last] = a[place];
        a[place] = pivot;
        waiting[top++] = first;
        waiting[top++] = place - 1;
        waiting[top++] = place + 1;
        waiting[top++] = last;
    }
}
