// Jumps: out of two loops, back to the start, into the middle of an unrolled copy, and an early end.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg in [1024] random(15, 0, 30)
// lanescope: arg out [1024]
// lanescope: arg found [64]
__kernel void duffs(__global const int *in, __global int *out, __global int *found)
{
    const int me = get_global_id(0);
    __global const int *from = in + 16 * me;
    __global int *to = out + 16 * me;
    int n = 1 + me % 16, left = (n + 3) / 4, retries = 0, a, b;
    switch (n % 4) {
    case 3: goto three;
    case 2: goto two;
    case 1: goto one;
    }
    do {
        *to++ = *from++;
three:
        *to++ = *from++;
two:
        *to++ = *from++;
one:
        *to++ = *from++;
    } while (--left > 0);
    from = in + 16 * me;
again:
    for (a = 0; a < 15; a++)
        for (b = a + 1; b < 16; b++)
            if (from[a] + from[b] == 30 + retries)
                goto pair;
    if (retries < 3) {
        retries++;
        goto again;
    }
    found[me] = -1;
    return;
pair:
    found[me] = retries * 10000 + a * 100 + b;
}
