// lanescope: title Sums of what a flag lets in
// lanescope: look Data decide twice whether and how an element counts; then each work-item adds what stands further and further before it.
// lanescope: machine harp/harp32
// lanescope: global 32
// lanescope: local 16
// lanescope: arg out [32]
// lanescope: arg a [32] iota(-20, 3)
// lanescope: arg flags [32] list(1, 0, 1, 1, 0)
// lanescope: arg part [16]
__kernel void scan(__global int *out, __global const int *a, __global const int *flags, __local int *part)
{
    int lane = get_local_id(0), i = get_global_id(0), value = 0;
    if (flags[i] > 0) {
        if (a[i] < 0)
            value = a[i] * -2;
        else
            value = a[i];
    }
    part[lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < 16; distance *= 2) {
        int before = 0;
        if (lane >= distance)
            before = part[lane - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
        part[lane] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = part[lane];
}
