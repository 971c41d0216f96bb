// Steps of the Collatz sequence, with the tops of it in 64 bits.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg steps [128]
// lanescope: arg top [128]
// lanescope: arg from 9600
__kernel void collatz(__global ushort *steps, __global ulong *top, uint from)
{
    const uint id = get_global_id(0);
    ulong n = from + id, highest = n;
    ushort k = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        highest = max(highest, n);
        ++k;
    }
    steps[id] = k;
    top[id] = highest;
}
