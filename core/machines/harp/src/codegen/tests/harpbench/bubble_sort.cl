// One lane sorts a list by exchanging neighbours until none is out of order.
__kernel void bubble_sort(__global int *a, int n) {
    int again = 1;
    while (again) {
        again = 0;
        for (int i = 0; i + 1 < n; i++) {
            if (a[i] > a[i + 1]) {
                int t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                again = 1;
            }
        }
    }
}
