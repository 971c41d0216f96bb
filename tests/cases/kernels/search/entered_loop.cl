// A scanner whose loop is entered in the middle: jumps into and out of blocks, as generated code has them.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg text [64*8] random(375, 97, 101)
// lanescope: arg out [64]
__kernel void entered_loop(__global const char *text, __global int *out)
{
    const int id = get_global_id(0);
    __global const char *p = text + 8 * id, *const end = p + 8;
    int value = 0;
    if (id & 1)
        goto inside;
    while (p < end) {
        value += 1;
        if (*p == 'a')
            goto vowel;
    inside:
        value = value * 3 + (*p - 'a');
        if (value > 5000)
            goto done;
        ++p;
        continue;
    vowel:
        value -= 2;
        ++p;
        if (p < end && *p == 'a')
            goto vowel;
    }
    value += 100000;
done:
    out[id] = value;
}
