// Convolution with padding, stride, dilation and groups of channels, directly from the definition.
// lanescope: global 5 5 4
// lanescope: local 5 5 1
// lanescope: arg x [324] random(17, -3, 3)
// lanescope: arg w [72] random(18, -2, 2)
// lanescope: arg bias [4] list(10, -10, 0, 5)
// lanescope: arg y [100]
#define IN_C 4
#define IN_HW 9
#define GROUPS 2
#define KERNEL 3
#define STRIDE 2
#define PAD 2
#define DILATION 2

__kernel void conv2d(__global const int *restrict x, __global const int *restrict w, __constant int *bias, __global int *restrict y)
{
    const int ox = get_global_id(0), oy = get_global_id(1), oc = get_global_id(2);
    const int per_group_in = IN_C / GROUPS, per_group_out = get_global_size(2) / GROUPS, group = oc / per_group_out;
    int acc = bias[oc];
    for (int ic = 0; ic < per_group_in; ic++)
        for (int ky = 0; ky < KERNEL; ky++) {
            const int iy = oy * STRIDE - PAD + ky * DILATION;
            if (iy < 0 || iy >= IN_HW) continue;
            for (int kx = 0; kx < KERNEL; kx++) {
                const int ix = ox * STRIDE - PAD + kx * DILATION;
                if (ix < 0 || ix >= IN_HW) continue;
                acc += x[((group * per_group_in + ic) * IN_HW + iy) * IN_HW + ix]
                     * w[((oc * per_group_in + ic) * KERNEL + ky) * KERNEL + kx];
            }
        }
    y[(oc * get_global_size(1) + oy) * get_global_size(0) + ox] = acc;
}
