// Pointers that walk: differences, comparisons, negative indices, pointers to pointers and to rows.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg data [32*10] random(307, -50, 50)
// lanescope: arg out [32*6]
typedef __global const short *walker;

walker find(walker from, const walker to, short wanted)
{
    for (; from < to && *from != wanted; from++)
        ;
    return from;
}

void advance(const short **p, const short *end)
{
    while (*p != end && **p < 0)
        ++*p;
}

__kernel void pointer_steps(__global const short *data, __global int *out)
{
    const int id = get_global_id(0);
    walker begin = data + 10 * id, end = begin + 10, middle = end - 5;
    __global int *o = &out[6 * id];
    o[0] = find(begin, end, begin[-id % 3 + 4]) - begin;
    o[1] = middle[-2] * 100 + (-1)[end];
    short copy[2][5];
    for (int k = 0; k < 10; ++k)
        *(*copy + k) = begin[k];
    short(*row)[5] = copy + 1;
    o[2] = (*row)[2] - row[-1][3] + *(row[0] + 4);
    const short *p = &copy[0][0], *const last = copy[1] + 5;
    advance(&p, last);
    o[3] = (int)(p - copy[0]);
    o[4] = p == last ? -1 : *p;
    o[5] = (end > begin) + 2 * (middle >= end) + 4 * (&copy[1][0] == &copy[0][5]) + 8 * (int)(end - middle);
}
