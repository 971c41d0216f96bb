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
