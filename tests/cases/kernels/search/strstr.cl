// Every place at which a short pattern begins in a text, marked; letters without regard to case.
// lanescope: global 512
// lanescope: local 32
// lanescope: arg text [512] random(21, 65, 68)
// lanescope: arg pattern [3] list(98, 65, 98)
// lanescope: arg marks [512]
// lanescope: arg text_length 500
// lanescope: arg pattern_length 3
#define IS_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define LOWER(c) (IS_UPPER(c) ? (c) + ('a' - 'A') : (c))

int compare(__global const char *text, __constant char *pattern, uint length)
{
    for (uint l = 0; l < length; ++l)
        if (LOWER(text[l]) != LOWER(pattern[l]))
            return 0;
    return 1;
}

__kernel void strstr_naive(__global const char *text, __constant char *pattern, __global char *marks,
                           uint text_length, uint pattern_length)
{
    const uint i = get_global_id(0);
    if (i + pattern_length > text_length)
        return;
    marks[i] = compare(text + i, pattern, pattern_length) ? '1' : '.';
}
