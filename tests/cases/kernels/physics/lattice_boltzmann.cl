// Fluid on a lattice of nine directions: what streams in from the neighbours, bounces off walls, and relaxes.
// lanescope: global 8 8
// lanescope: local 8 4
// lanescope: arg f [576] random(5, 0.05, 0.15)
// lanescope: arg wall [64] random(6, 0, 1)
// lanescope: arg out [576]
// lanescope: arg omega 1.25
constant int ex[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
constant int ey[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
constant int opposite[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
constant float weight[9] = { 4.f/9, 1.f/9, 1.f/9, 1.f/9, 1.f/9, 1.f/36, 1.f/36, 1.f/36, 1.f/36 };

__kernel void collide_stream(__global const float *f, __global const uchar *wall, __global float *out, float omega)
{
    const int w = get_global_size(0), h = get_global_size(1), x = get_global_id(0), y = get_global_id(1), n = w * h;
    float in[9], rho = 0.0f;
    float2 u = (float2)(0.0f);
    for (int d = 0; d < 9; d++) {
        int sx = (x - ex[d] + w) % w, sy = (y - ey[d] + h) % h, from = sy * w + sx;
        in[d] = wall[from] ? f[opposite[d] * n + y * w + x] : f[d * n + from];
        rho += in[d];
        u += in[d] * (float2)(ex[d], ey[d]);
    }
    u /= rho;
    float usq = 1.5f * (u.x * u.x + u.y * u.y);
    for (int d = 0; d < 9; d++) {
        float eu = 3.0f * (ex[d] * u.x + ey[d] * u.y);
        float eq = weight[d] * rho * (1.0f + eu + 0.5f * eu * eu - usq);
        out[d * n + y * w + x] = in[d] + omega * (eq - in[d]);
    }
}
