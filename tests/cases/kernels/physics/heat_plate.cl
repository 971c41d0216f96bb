// Heat in a plate: several steps of Jacobi's sweep by one group, two halves of a buffer by turns.
// lanescope: global 16 2
// lanescope: local 16 2
// lanescope: arg t [512] random(3, 0, 100)
// lanescope: arg steps 4
// lanescope: arg k 0.125
#define W 16
#define AT(x, y) ((y) * W + (x))
__kernel void heat(__global float *t, int steps, float k)
{
    const int x = get_local_id(0);
    for (int s = 0; s < steps; s++) {
        __global const float *now = t + (s & 1) * W * W;
        __global float *next = t + (~s & 1) * W * W;
        for (int y = get_local_id(1); y < W; y += get_local_size(1)) {
            float c = now[AT(x, y)];
            if (x == 0 || y == 0 || x == W - 1 || y == W - 1)
                next[AT(x, y)] = c;
            else
                next[AT(x, y)] = c + k * (now[AT(x - 1, y)] + now[AT(x + 1, y)] + now[AT(x, y - 1)] + now[AT(x, y + 1)] - 4.0f * c);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
