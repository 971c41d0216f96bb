// Every atomic on 64 bits, each on a word of its own.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(176, -4611686018427387904, 4611686018427387904)
// lanescope: arg r [7]
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

__kernel void longs(__global const long *x, volatile __global long *r)
{
    const size_t i = get_global_id(0);
    const long v = x[i];
    atom_add(&r[0], v);
    atom_sub(&r[1], v);
    atom_min(&r[2], v);
    atom_max(&r[3], v);
    atom_or(&r[4], v);
    atom_xor(&r[5], v);
    atom_inc(&r[6]);
}
