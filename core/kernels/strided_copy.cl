// lanescope: title Strided copy
// lanescope: look Neighbouring lanes read addresses that are far apart: each warp's load needs as many memory
// lanescope: look lines as it has lanes. Set the stride to 1 and compare.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 16
// lanescope: arg in [256] iota(0, 1)
// lanescope: arg out [32]
// lanescope: arg stride 8
// lanescope: arg n 256
__kernel void strided_copy(__global const float *in, __global float *out, int stride, int n)
{
    int i = get_global_id(0);
    int from = (i * stride) % n;
    out[i] = in[from];
}
