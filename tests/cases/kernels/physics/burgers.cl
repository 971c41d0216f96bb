// A shock that forms: upwind differences of the square, halves of a buffer by turns, double precision.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg u [32] random(18, -1, 1)
// lanescope: arg out [32]
// lanescope: arg steps 10
double flux(double l, double r)
{
    double a = 0.5 * (l + r);
    return a > 0 ? 0.5 * l * l : 0.5 * r * r;
}

__kernel void burgers(__global const double *u, __global double *out, int steps)
{
    __local double v[2][32];
    const int i = get_local_id(0), n = get_local_size(0);
    v[0][i] = u[i];
    int now = 0;
    for (int s = 0; s < steps; s++, now = !now) {
        barrier(CLK_LOCAL_MEM_FENCE);
        double l = v[now][(i + n - 1) % n], c = v[now][i], r = v[now][(i + 1) % n];
        v[!now][i] = c - 0.25 * (flux(c, r) - flux(l, c));
    }
    out[i] = v[now][i];
}
