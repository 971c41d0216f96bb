// Constants of the program and of the kernel, a table of masks, a pointer into one, and one that is an argument.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg taps [5] list(1, 4, 6, 4, 1)
// lanescope: arg in [68] random(11, 0, 100)
// lanescope: arg out [64]
constant int limits[] = { 10, 50, 90, INT_MAX };
__constant float2 gains[4] = { (float2)(1.0f, 0.0f), (float2)(0.5f, 10.0f), (float2)(0.25f, 20.0f), (float2)(0.0f, 99.0f) };
__constant char letters[] = "data-parallel";

float gain(constant float2 *g, float x) { return g->x * x + g->y; }

__kernel void constant_scope(__constant int *taps, __global const int *in, __global float *out)
{
    __constant int shift = 4;
    const int i = get_global_id(0);
    int sum = 0, zone = 0;
    for (int k = 0; k < 5; k++)
        sum += taps[k] * in[i + k];
    sum >>= shift;
    while (sum > limits[zone])
        zone++;
    __constant char *p = letters + i % 7;
    out[i] = gain(&gains[zone], (float)sum) + *p + p[1] * 2 + (int)sizeof(letters) * 1000;
}
