// Each work-item splits a matrix of 4 x 4 of its own: the packed lower half comes out.
// lanescope: global 48
// lanescope: local 16
// lanescope: arg g [768] random(16, -1, 1)
// lanescope: arg l [480]
int at(int r, int c) { return r * (r + 1) / 2 + c; }

__kernel void cholesky(__global const float *g, __global float *l)
{
    int id = get_global_id(0);
    __global const float *mine = g + id * 16;
    float a[4][4], t[10];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) {
            a[r][c] = r == c ? 2.0f : 0.0f;
            for (int k = 0; k < 4; k++)
                a[r][c] += mine[r * 4 + k] * mine[c * 4 + k];
        }
    for (int c = 0; c < 4; c++) {
        float d = a[c][c];
        for (int k = 0; k < c; k++)
            d -= t[at(c, k)] * t[at(c, k)];
        t[at(c, c)] = sqrt(d);
        for (int r = c + 1; r < 4; r++) {
            float s = a[r][c];
            for (int k = 0; k < c; k++)
                s -= t[at(r, k)] * t[at(c, k)];
            t[at(r, c)] = s / t[at(c, c)];
        }
    }
    for (int k = 0; k < 10; k++)
        l[id * 10 + k] = t[k];
}
