// lanescope: title A shuffle by one work-item
// lanescope: look From the last element on, each changes places with one before it, which a small generator of numbers draws.
// lanescope: machine harp/harp32
// lanescope: global 1
// lanescope: local 1
// lanescope: arg a [24] iota
// lanescope: arg n 24
// lanescope: arg seed 12345
__kernel void shuffle(__global int *a, int n, uint seed)
{
    for (int i = n - 1; i > 0; i--) {
        seed = seed * 1664525u + 1013904223u;
        int other = (seed >> 8) % (i + 1);
        int mine = a[i];
        a[i] = a[other];
        a[other] = mine;
    }
}
