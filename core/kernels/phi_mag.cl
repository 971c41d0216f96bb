// lanescope: title Squared magnitudes
// lanescope: look Two loads, three operations, one store for each element: memory decides how fast this is, whatever the machine.
// lanescope: machine simt/teaching
// lanescope: global 256
// lanescope: local 32
// lanescope: arg re [256] random(1, -1, 1)
// lanescope: arg im [256] random(2, -1, 1)
// lanescope: arg mag [256]
__kernel void phi_mag(__global const float *re, __global const float *im, __global float *mag)
{
    int i = get_global_id(0);
    mag[i] = re[i] * re[i] + im[i] * im[i];
}
