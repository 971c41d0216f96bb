// One lane shuffles a list by numbers of a linear congruence.
__kernel void shuffle(__global int *a, int n, uint seed) {
    for (int i = n - 1; i > 0; i--) {
        seed = seed * 1664525u + 1013904223u;
        int j = (int)((seed >> 8) % (uint)(i + 1));
        if (j != i) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
}
