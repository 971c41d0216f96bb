// Reductions of all kinds by one call each, signed and unsigned.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg x [64] random(160, -2147483648, 2147483647)
// lanescope: arg out [64*6]
__global__ void reduce_bits(const int *x, unsigned *out)
{
    const unsigned full = 0xffffffff;
    const int v = x[threadIdx.x];
    unsigned *o = out + 6 * threadIdx.x;
    o[0] = __reduce_and_sync(full, (unsigned)v | 0xff00ff00u);
    o[1] = __reduce_or_sync(full, (unsigned)v & 0x0f0f0000u);
    o[2] = __reduce_xor_sync(full, (unsigned)v);
    o[3] = __reduce_min_sync(full, v);
    o[4] = __reduce_min_sync(full, (unsigned)v);
    o[5] = __reduce_add_sync(full, v);
}
