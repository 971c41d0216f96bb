/* Heat in a plate with a halo in local memory, in the style of published suites. */
// lanescope: global 16 16
// lanescope: arg cols 16
// lanescope: arg rows 16
#ifndef BLOCK
#define BLOCK 4
#endif
#define IN_RANGE(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define CLAMP_RANGE(x, lo, hi) ((x) < (lo) ? (lo) : ((x) > (hi) ? (hi) : (x)))

typedef float real;

inline real flux(real left, real mid, real right)
{
    return left - 2.0f * mid + right;
}

__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void heat_tile(__global const real * restrict power, __global const real * restrict in,
               __global real * restrict out, const int cols, const int rows, const real step)
{
    __local real tile[BLOCK][BLOCK];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x = get_global_id(0), y = get_global_id(1);
    const int cx = CLAMP_RANGE(x, 0, cols - 1), cy = CLAMP_RANGE(y, 0, rows - 1);
    const int at = cy * cols + cx;
    tile[ty][tx] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (IN_RANGE(tx, 1, BLOCK - 2) && IN_RANGE(ty, 1, BLOCK - 2) && x < cols && y < rows) {
        real change = power[at]
            + flux(tile[ty][tx - 1], tile[ty][tx], tile[ty][tx + 1])
            + flux(tile[ty - 1][tx], tile[ty][tx], tile[ty + 1][tx]);
        out[at] = tile[ty][tx] + step * change;
    } else if (x < cols && y < rows) {
        out[at] = in[at];
    }
}
