// One lane sorts a list: parts that are still to be sorted wait on a stack.
__kernel void quick_sort(__global int *a, int n) {
    int stack[64], top = 0;
    stack[0] = 0;
    stack[1] = n - 1;
    top = 2;
    while (top > 0) {
        int high = stack[top - 1], low = stack[top - 2];
        top -= 2;
        if (low < high) {
            int pivot = a[high], at = low;
            for (int i = low; i < high; i++) {
                if (a[i] < pivot) {
                    int t = a[i];
                    a[i] = a[at];
                    a[at] = t;
                    at++;
                }
            }
            a[high] = a[at];
            a[at] = pivot;
            if (top + 4 <= 64) {
                stack[top] = low;
                stack[top + 1] = at - 1;
                stack[top + 2] = at + 1;
                stack[top + 3] = high;
                top += 4;
            }
        }
    }
}
