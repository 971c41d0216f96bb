// lanescope: title If and else
// lanescope: look Odd and even values take different sides. A warp runs both, one after the other, each with only
// lanescope: look its own lanes: watch the stack grow and shrink.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 16
// lanescope: arg in [32] random(3, 0, 999)
// lanescope: arg out [32]
__kernel void if_else(__global const int *in, __global int *out)
{
    int i = get_global_id(0);
    int v = in[i];
    int r;
    if (v & 1) {
        r = v * 3;
        for (int k = 0; k < 3; k++)
            r ^= r >> (k + 1);
    } else {
        r = v / 2;
        for (int k = 0; k < 3; k++)
            r += v * (k + 5);
    }
    out[i] = r;
}
