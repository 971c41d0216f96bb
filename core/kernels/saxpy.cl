// lanescope: title SAXPY with a guard
// lanescope: look The array is shorter than the range: in the last warp the guard switches lanes off for the
// lanescope: look whole body. The loads wait for memory; other warps run meanwhile.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 16
// lanescope: arg a 2.5
// lanescope: arg x [28] iota(0, 1)
// lanescope: arg y [28] iota(100, 0.5)
// lanescope: arg n 28
__kernel void saxpy(const float a, __global const float *x, __global float *y, const int n)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
