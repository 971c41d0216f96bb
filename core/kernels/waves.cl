// lanescope: title A sum of waves
// lanescope: look A sine and a cosine for each pair of a place and a point: arithmetic decides how fast this is. All work-items read
// lanescope: look the same point at once.
// lanescope: machine simt/teaching
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(6, -1, 1)
// lanescope: arg k [2*4] random(7, -1, 1)
// lanescope: arg re [64]
// lanescope: arg im [64]
// lanescope: arg points 4
__kernel void waves(__global const float *x, __global const float *k, __global float *re, __global float *im, const int points)
{
    int i = get_global_id(0);
    float sum = 0.0f, other = 0.0f;
    for (int p = 0; p < points; p++) {
        float phase = 6.2831853f * k[2 * p] * x[i];
        sum += k[2 * p + 1] * cos(phase);
        other += k[2 * p + 1] * sin(phase);
    }
    re[i] = sum;
    im[i] = other;
}
