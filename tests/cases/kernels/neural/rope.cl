// Rotary positions: pairs (i, i + half) of each head are turned by an angle that grows with the position.
// lanescope: global 8 4 3
// lanescope: local 8 2 1
// lanescope: arg q [192] random(7, -1, 1)
// lanescope: arg pos [3] list(0, 5, 11)
// lanescope: arg base 10000
__kernel void rope(__global float *q, __global const int *pos, float base)
{
    const int half_dim = get_global_size(0), i = get_global_id(0), head = get_global_id(1), token = get_global_id(2);
    __global float *v = q + (token * get_global_size(1) + head) * 2 * half_dim;
    float theta = pos[token] * pow(base, -2.0f * i / (2 * half_dim)), c;
    float s = sincos(theta, &c);
    float a = v[i], b = v[i + half_dim];
    v[i] = a * c - b * s;
    v[i + half_dim] = a * s + b * c;
}
