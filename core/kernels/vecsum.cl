// lanescope: title Sum of two vectors
// lanescope: look 40 elements for 64 work-items: groups agree on the first condition, work-items of the last group that has some part on
// lanescope: look the second. Both follow from places alone.
// lanescope: machine harp/harp32
// lanescope: global 64
// lanescope: local 16
// lanescope: arg c [64]
// lanescope: arg a [64] iota(0, 3)
// lanescope: arg b [64] iota(5, 7)
// lanescope: arg n 40
__kernel void vecsum(__global int *c, __global const int *a, __global const int *b, int n)
{
    int group = get_group_id(0), i = get_global_id(0);
    if (group * 16 < n) {
        if (i < n)
            c[i] = a[i] + b[i];
    }
}
