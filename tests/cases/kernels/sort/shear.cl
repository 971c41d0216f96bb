// Shear sort on a mesh of 8 x 8: rows in turning directions, then columns, until a snake is in order.
// lanescope: global 8 4
// lanescope: local 8 4
// lanescope: arg mesh [64] random(235, 0, 255)
#define S 8

__kernel void shear(__global int *mesh)
{
    __local int m[S][S];
    const int x = get_local_id(0), y = get_local_id(1);
    m[y][x] = mesh[y * S + x];
    m[y + 4][x] = mesh[(y + 4) * S + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int round = 0; round < 4; round++) {
        for (int rows = 1; rows >= 0; rows--) {
            for (int step = 0; step < S; step++) {
                // 32 work-items compare at most 28 or 32 pairs: four in each of eight lines.
                const int line = x, pair = 2 * y + (step & 1);
                if (pair + 1 < S) {
                    __local int *a = rows ? &m[line][pair] : &m[pair][line];
                    __local int *b = rows ? &m[line][pair + 1] : &m[pair + 1][line];
                    const bool down = rows && (line & 1);
                    if (down ? *a < *b : *a > *b) {
                        const int t = *a;
                        *a = *b;
                        *b = t;
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
    }
    mesh[y * S + x] = m[y][x];
    mesh[(y + 4) * S + x] = m[y + 4][x];
}
