// Runs of equal bytes become pairs, and pairs become bytes again; a work-item to each row.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg text [1024] random(3, 0, 1)
// lanescope: arg packed [2048]
// lanescope: arg length [32]
// lanescope: arg again [1024]
#define ROW 32
typedef struct { uchar count, value; } run;

int pack(__global const uchar *from, int n, __global run *to)
{
    int runs = 0;
    for (int k = 0; k < n;) {
        run r = { 1, from[k] };
        while (++k < n && from[k] == r.value && r.count < 5)
            r.count++;
        to[runs++] = r;
    }
    return runs;
}

__kernel void run_lengths(__global const uchar *text, __global uchar *packed, __global int *length, __global uchar *again)
{
    const int i = get_global_id(0);
    __global run *runs = (__global run *)(packed + 2 * ROW * i), *end = runs + pack(text + ROW * i, ROW, runs);
    __global uchar *to = again + ROW * i;
    length[i] = (int)(end - runs);
    for (; runs < end; ++runs)
        for (uchar k = runs->count; k > 0; --k)
            *to++ = runs->value;
}
