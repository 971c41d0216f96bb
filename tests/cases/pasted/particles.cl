// Structs in buffers, constant tables, helper functions with pointers, many builtins.
#define DIM 3
enum { FIXED = 1, MOVING = 2 };

typedef struct {
    float pos[DIM];
    float vel[DIM];
    int kind;
} Particle;

__constant float gravity[DIM] = { 0.0f, -9.81f, 0.0f };

float speed(const __global Particle *p)
{
    return sqrt(p->vel[0] * p->vel[0] + p->vel[1] * p->vel[1] + p->vel[2] * p->vel[2]);
}

void move(__global Particle *p, float dt)
{
    for (int d = 0; d < DIM; d++) {
        p->vel[d] += gravity[d] * dt;
        p->pos[d] += p->vel[d] * dt;
    }
}

__kernel void particles(__global Particle *all, __global float *energy, float dt, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;
    __global Particle *p = &all[i];
    if (p->kind == MOVING)
        move(p, dt);
    else
        p->kind = FIXED;
    float v = speed(p);
    energy[i] = 0.5f * pow(v, 2.0f) + fabs(p->pos[1]) * 9.81f + clamp(exp(-v), 0.0f, 1.0f);
}
