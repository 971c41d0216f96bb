// Life on a torus, 32 cells to a word, neighbours counted by adders of whole words.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg now [64] random(8, -2147483648, 2147483647)
// lanescope: arg next [64]
#define ROWS 32
#define WORDS 2
uint left(__global const uint *row, int w) { return row[w] << 1 | row[(w + WORDS - 1) % WORDS] >> 31; }
uint right(__global const uint *row, int w) { return row[w] >> 1 | row[(w + 1) % WORDS] << 31; }

__kernel void life(__global const uint *now, __global uint *next)
{
    int i = get_global_id(0), w = i % WORDS, y = i / WORDS;
    __global const uint *rows[3] = { now + (y + ROWS - 1) % ROWS * WORDS, now + y * WORDS, now + (y + 1) % ROWS * WORDS };
    uint ones = 0, twos = 0, fours = 0;
    for (int r = 0; r < 3; r++) {
        uint cells[3] = { left(rows[r], w), r == 1 ? 0u : rows[r][w], right(rows[r], w) };
        for (int k = 0; k < 3; k++) {
            uint carry = ones & cells[k];
            ones ^= cells[k];
            fours |= twos & carry;
            twos ^= carry;
        }
    }
    next[i] = twos & ~fours & (ones | now[i]);
}
