// lanescope: title Loop with an early break
// lanescope: look Lanes leave the loop when they find what they look for, but the warp goes on until the last one
// lanescope: look is done.
// lanescope: machine simt/teaching
// lanescope: global 16
// lanescope: local 8
// lanescope: arg data [160] random(11, 0, 5)
// lanescope: arg found [16]
// lanescope: arg n 10
__kernel void early_break(__global const int *data, __global int *found, int n)
{
    int i = get_global_id(0);
    int at = -1;
    for (int k = 0; k < n; k++) {
        int v = data[i * n + k];
        if (v == 0)
            continue;
        if (v == 1) {
            at = k;
            break;
        }
    }
    found[i] = at;
}
