// Sixteen points to a work-item in four float4s: radix 4 columns, twiddles of a table, radix 4 rows.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg re [64] random(12, -1, 1)
// lanescope: arg im [64] random(13, -1, 1)
constant float c16[10] = { 1.0f, 0.92387953f, 0.70710678f, 0.38268343f, 0.0f, -0.38268343f, -0.70710678f, -0.92387953f, -1.0f, -0.92387953f };
constant float s16[10] = { 0.0f, -0.38268343f, -0.70710678f, -0.92387953f, -1.0f, -0.92387953f, -0.70710678f, -0.38268343f, 0.0f, 0.38268343f };

void radix4(float4 *r, float4 *i)
{
    float4 ar = r[0] + r[2], br = r[0] - r[2], cr = r[1] + r[3], dr = r[1] - r[3];
    float4 ai = i[0] + i[2], bi = i[0] - i[2], ci = i[1] + i[3], di = i[1] - i[3];
    r[0] = ar + cr, i[0] = ai + ci;
    r[2] = ar - cr, i[2] = ai - ci;
    r[1] = br + di, i[1] = bi - dr;
    r[3] = br - di, i[3] = bi + dr;
}

void transpose4(float4 m[4])
{
    float4 a = (float4)(m[0].x, m[1].x, m[2].x, m[3].x), b = (float4)(m[0].y, m[1].y, m[2].y, m[3].y);
    float4 c = (float4)(m[0].z, m[1].z, m[2].z, m[3].z), d = (float4)(m[0].w, m[1].w, m[2].w, m[3].w);
    m[0] = a, m[1] = b, m[2] = c, m[3] = d;
}

__kernel void fft16(__global float4 *re, __global float4 *im)
{
    float4 r[4], i[4];
    const size_t me = get_global_id(0);
    for (int k = 0; k < 4; k++) {
        r[k] = re[4 * me + k];
        i[k] = im[4 * me + k];
    }
    radix4(r, i);
    for (int k = 1; k < 4; k++) {
        float4 c = (float4)(1, c16[k], c16[2 * k], c16[3 * k]), s = (float4)(0, s16[k], s16[2 * k], s16[3 * k]);
        float4 t = r[k] * c - i[k] * s;
        i[k] = r[k] * s + i[k] * c;
        r[k] = t;
    }
    transpose4(r);
    transpose4(i);
    radix4(r, i);
    for (int k = 0; k < 4; k++) {
        re[4 * me + k] = r[k];
        im[4 * me + k] = i[k];
    }
}
