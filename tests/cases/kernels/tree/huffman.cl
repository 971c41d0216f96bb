// Decoding of a prefix code: bits of words walk down a tree in constant memory until a leaf.
// The code: e 0, t 10, a 110, o 1110, n 1111.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg words [64] random(103, 0, 0xffffffff)
// lanescope: arg letters [64*16]
// lanescope: arg count [64]
#define LEAF(c) (0x80 | (c))
__constant uchar tree[4][2] = {
    { LEAF('e'), 1 },
    { LEAF('t'), 2 },
    { LEAF('a'), 3 },
    { LEAF('o'), LEAF('n') },
};

__kernel void huffman(__global const uint *words, __global char *letters, __global uchar *count)
{
    const uint id = get_global_id(0);
    const uint bits = words[id];
    uint node = 0;
    uchar n = 0;
    for (int bit = 31; bit >= 0 && n < 16; --bit) {
        node = tree[node][bits >> bit & 1];
        if (node & 0x80) {
            letters[16 * id + n++] = node & 0x7f;
            node = 0;
        }
    }
    count[id] = n;
}
