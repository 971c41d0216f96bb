// The transform by its definition, of real numbers, with a table of angles that the kernel is given as integers.
// lanescope: global 17
// lanescope: local 17
// lanescope: arg x [32] random(3, -1, 1)
// lanescope: arg re [17]
// lanescope: arg im [17]
__kernel void dft_direct(__global const double *x, __global double *re, __global double *im)
{
    const int k = get_global_id(0);
    double2 sum = (double2)(0.0, 0.0);
    for (int n = 0; n < 32; n++) {
        double c, s = sincos(-2.0 * M_PI * ((n * k) % 32) / 32.0, &c);
        sum += x[n] * (double2)(c, s);
    }
    re[k] = sum.x;
    im[k] = sum.y;
}
