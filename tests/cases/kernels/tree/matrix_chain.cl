// The cheapest order of products of a chain of matrices, by diagonals of a table.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg dims [32*8] random(279, 1, 30)
// lanescope: arg cost [32]
// lanescope: arg first_split [32]
#define N 7

__kernel void matrix_chain(__global const uint *dims, __global uint *cost, __global uchar *first_split)
{
    __global const uint *p = dims + (N + 1) * get_global_id(0);
    uint m[N][N];
    uchar split[N][N];
    for (int i = 0; i < N; ++i)
        m[i][i] = 0;
    for (int length = 2; length <= N; ++length)
        for (int i = 0; i + length <= N; ++i) {
            const int j = i + length - 1;
            m[i][j] = UINT_MAX;
            for (int k = i; k < j; ++k) {
                const uint q = m[i][k] + m[k + 1][j] + p[i] * p[k + 1] * p[j + 1];
                if (q < m[i][j])
                    m[i][j] = q, split[i][j] = k;
            }
        }
    cost[get_global_id(0)] = m[0][N - 1];
    first_split[get_global_id(0)] = split[0][N - 1];
}
