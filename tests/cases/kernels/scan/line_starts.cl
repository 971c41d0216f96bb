// Where lines begin: newlines of a text are ranked, each writes where the next line starts.
// lanescope: global 128
// lanescope: local 128
// lanescope: arg text [128] random(262, 9, 20)
// lanescope: arg starts [128] fill(-1)
// lanescope: arg lines [1]
__kernel void line_starts(__global const char *text, __global int *starts, __global int *lines)
{
    __local uint masks[4];
    const uint i = get_local_id(0), word = i / 32, bit = i % 32;
    if (bit == 0)
        masks[word] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool ends = text[i] == '\n' || text[i] == '\x0d';
    if (ends)
        atomic_or(&masks[word], 1u << bit);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint rank = popcount(masks[word] & ((1u << bit) - 1));
    for (uint w = 0; w < word; w++)
        rank += popcount(masks[w]);
    if (i == 0)
        starts[0] = 0;
    if (ends)
        starts[rank + 1] = i + 1;
    if (i == 127)
        lines[0] = rank + 1 + ends;
}
