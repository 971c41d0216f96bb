// How many ways there are to place queens behind given first two rows: backtracking with masks on a stack.
// lanescope: global 49
// lanescope: local 7
// lanescope: arg ways [49]
#define N 7
#define ALL ((1 << N) - 1)

__kernel void queens(__global uint *ways)
{
    uint columns[N], left[N], right[N], open[N];
    const uint first = get_group_id(0), second = get_local_id(0);
    const uint a = 1u << first, b = 1u << second;
    uint count = 0;
    if (!(b & (a | a << 1 | a >> 1))) {
        int row = 2;
        columns[2] = a | b;
        left[2] = a << 2 | b << 1;
        right[2] = a >> 2 | b >> 1;
        open[2] = ALL & ~(columns[2] | left[2] | right[2]);
        while (row >= 2) {
            if (open[row] == 0) {
                --row;
                continue;
            }
            const uint bit = open[row] & -open[row];
            open[row] ^= bit;
            if (row == N - 1) {
                ++count;
                continue;
            }
            columns[row + 1] = columns[row] | bit;
            left[row + 1] = (left[row] | bit) << 1;
            right[row + 1] = (right[row] | bit) >> 1;
            ++row;
            open[row] = ALL & ~(columns[row] | left[row] | right[row]);
        }
    }
    ways[first * N + second] = count;
}
