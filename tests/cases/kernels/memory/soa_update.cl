// A structure of arrays, passed as pointers and gathered in a struct inside of the kernel.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg px [100] random(1, -10, 10)
// lanescope: arg py [100] random(2, -10, 10)
// lanescope: arg vx [100] random(3, -1, 1)
// lanescope: arg vy [100] random(4, -1, 1)
// lanescope: arg alive [100] random(5, 0, 1)
// lanescope: arg n 100
// lanescope: arg dt 0.125
typedef struct {
    __global float *px, *py, *vx, *vy;
    __global uchar *alive;
} swarm;

void move_one(swarm *s, int i, float dt)
{
    s->px[i] += dt * s->vx[i];
    s->py[i] += dt * s->vy[i];
    if (fabs(s->px[i]) > 10.0f || fabs(s->py[i]) > 10.0f)
        s->alive[i] = 0;
}

__kernel void soa_update(__global float *px, __global float *py, __global float *vx, __global float *vy,
                         __global uchar *alive, int n, float dt)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    swarm s = { .px = px, .py = py, .vx = vx, .vy = vy, .alive = alive };
    if (s.alive[i]) {
        move_one(&s, i, dt);
        s.vy[i] -= dt;
    }
}
