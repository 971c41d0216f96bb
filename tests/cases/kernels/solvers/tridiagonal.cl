// Many systems with three diagonals: Thomas' algorithm with a system to each work-item, rows interleaved.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg lower [512] random(5, -1, 0)
// lanescope: arg upper [512] random(6, -1, 0)
// lanescope: arg rhs [512] random(7, -4, 4)
// lanescope: arg x [512]
// lanescope: arg n 16
__kernel void thomas(__global const double *lower, __global const double *upper, __global const double *rhs, __global double *x, int n)
{
    const int systems = get_global_size(0), s = get_global_id(0);
    double c[16], d = 3.0, before;
    c[0] = upper[s] / d;
    x[s] = before = rhs[s] / d;
    for (int i = 1; i < n; i++) {
        int at = i * systems + s;
        d = 3.0 - lower[at] * c[i - 1];
        c[i] = upper[at] / d;
        x[at] = before = (rhs[at] - lower[at] * before) / d;
    }
    for (int i = n - 2; i >= 0; i--)
        x[i * systems + s] -= c[i] * x[(i + 1) * systems + s];
}
