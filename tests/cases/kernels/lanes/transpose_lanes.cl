// Rows and columns of a square of 8 x 8 change places in the registers of a sub-group.
// lanescope: global 16
// lanescope: local 8
// lanescope: arg m [128] iota
// lanescope: arg t [128]
#define N 8

__kernel __attribute__((intel_reqd_sub_group_size(8)))
void transpose_lanes(__global const int *m, __global int *t)
{
    const int lane = get_sub_group_local_id(), base = get_group_id(0) * N * N;
    int row[N];
    for (int k = 0; k < N; k++)
        row[k] = m[base + k * N + lane];
    // Lane l gives row (l - k) mod 8 to the lane that stands k further.
    int turned[N];
    for (int k = 0; k < N; k++) {
        const int give = row[(lane - k) & (N - 1)];
        turned[k] = sub_group_shuffle(give, (lane + k) & (N - 1));
    }
    for (int k = 0; k < N; k++)
        t[base + k * N + lane] = turned[(k - lane) & (N - 1)];
}
