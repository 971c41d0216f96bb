__kernel void strided_copy(__global const float *in, __global float *out, int stride, int n)
{
    int i = get_global_id(0);
    int from = (i * stride) % n;
    out[i] = in[from];
}
