// Small sudokus of 4 x 4: cells are filled by trying, with masks for rows, columns and squares, until four ways are found.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg clues [16] random(281, 0, 0x7fffffff)
// lanescope: arg count [16]
// lanescope: arg first [16*16]
#define BOX(r, c) ((r) / 2 * 2 + (c) / 2)

__kernel void sudoku(__global const uint *clues, __global uint *count, __global uchar *first)
{
    const int id = get_global_id(0);
    uchar row[4] = { 0 }, column[4] = { 0 }, box[4] = { 0 }, cell[16];
    // The first row is a permutation.
    uint seed = clues[id];
    for (int k = 0; k < 4; k++) {
        uint digit = seed % 4;
        seed /= 4;
        while (row[0] >> digit & 1)
            digit = (digit + 1) % 4;
        row[0] |= 1 << digit;
        column[k] |= 1 << digit;
        box[BOX(0, k)] |= 1 << digit;
        cell[k] = 1 << digit;
    }
    uint solutions = 0;
    int at = 4;
    for (int k = 4; k < 16; k++)
        cell[k] = 0;
    while (at >= 4) {
        const int r = at / 4, c = at % 4;
        if (at < 16) {
            uchar tried = cell[at];
            if (tried) {
                row[r] ^= tried;
                column[c] ^= tried;
                box[BOX(r, c)] ^= tried;
            }
            tried = tried ? tried << 1 : 1;
            while (tried < 16 && ((row[r] | column[c] | box[BOX(r, c)]) & tried))
                tried <<= 1;
            if (tried < 16) {
                cell[at] = tried;
                row[r] |= tried;
                column[c] |= tried;
                box[BOX(r, c)] |= tried;
                at++;
            } else {
                cell[at] = 0;
                at--;
            }
        } else {
            if (solutions++ == 0)
                for (int k = 0; k < 16; k++)
                    first[16 * id + k] = 31 - clz((uint)cell[k]);
            if (solutions == 4)
                break;
            at--;
        }
    }
    count[id] = solutions;
}
