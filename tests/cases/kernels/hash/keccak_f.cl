// Keccak-f[1600] on a state of 25 words of 64 bits, as SHA-3 uses it.
// lanescope: global 8
// lanescope: local 8
// lanescope: arg states [8*25] random(15, 0, 0x7fffffffffffffff)
__constant ulong round_constants[24] = {
    0x0000000000000001UL, 0x0000000000008082UL, 0x800000000000808aUL, 0x8000000080008000UL,
    0x000000000000808bUL, 0x0000000080000001UL, 0x8000000080008081UL, 0x8000000000008009UL,
    0x000000000000008aUL, 0x0000000000000088UL, 0x0000000080008009UL, 0x000000008000000aUL,
    0x000000008000808bUL, 0x800000000000008bUL, 0x8000000000008089UL, 0x8000000000008003UL,
    0x8000000000008002UL, 0x8000000000000080UL, 0x000000000000800aUL, 0x800000008000000aUL,
    0x8000000080008081UL, 0x8000000000008080UL, 0x0000000080000001UL, 0x8000000080008008UL,
};
__constant uchar rotations[24] = { 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44 };
__constant uchar lanes[24] = { 10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1 };

__kernel void keccak_f(__global ulong *states)
{
    __global ulong *state = states + 25 * get_global_id(0);
    ulong s[25], c[5];
    for (int i = 0; i < 25; i++)
        s[i] = state[i];
    for (int round = 0; round < 24; round++) {
        for (int x = 0; x < 5; x++)
            c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
        for (int x = 0; x < 5; x++) {
            ulong d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1UL);
            for (int y = 0; y < 25; y += 5)
                s[x + y] ^= d;
        }
        ulong carried = s[1];
        for (int i = 0; i < 24; i++) {
            int at = lanes[i];
            ulong t = s[at];
            s[at] = rotate(carried, (ulong)rotations[i]);
            carried = t;
        }
        for (int y = 0; y < 25; y += 5) {
            for (int x = 0; x < 5; x++)
                c[x] = s[y + x];
            for (int x = 0; x < 5; x++)
                s[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
        }
        s[0] ^= round_constants[round];
    }
    for (int i = 0; i < 25; i++)
        state[i] = s[i];
}
