// C = A B, tiles in work-group memory, sizes that are no multiples of the tile.
// lanescope: global 16 16
// lanescope: local 4 4
// lanescope: arg a [117] random(1, -1, 1)
// lanescope: arg b [99] random(2, -1, 1)
// lanescope: arg c [143]
// lanescope: arg m 13
// lanescope: arg n 11
// lanescope: arg k 9
#define TS 4

__kernel __attribute__((reqd_work_group_size(TS, TS, 1)))
void gemm_guarded(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                  int m, int n, int k)
{
    __local float ta[TS][TS + 1], tb[TS][TS + 1];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int col = get_global_id(0), row = get_global_id(1);
    float acc = 0.0f;
    for (int t = 0; t < (k + TS - 1) / TS; ++t) {
        const int ka = t * TS + lx, kb = t * TS + ly;
        ta[ly][lx] = row < m && ka < k ? a[row * k + ka] : 0.0f;
        tb[ly][lx] = kb < k && col < n ? b[kb * n + col] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int i = 0; i < TS; ++i)
            acc += ta[ly][i] * tb[i][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < m && col < n)
        c[row * n + col] = acc;
}
