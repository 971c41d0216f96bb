// Functions of one name for several types, and macros with any number of arguments.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg i [96] random(356, -100, 100)
// lanescope: arg f [96] random(357, -1, 1)
// lanescope: arg v [96] random(358, -100, 100)
#define OVERLOAD __attribute__((overloadable))
#define FIRST(a, ...) a
#define REST(a, ...) __VA_ARGS__
#define ORDER(...) order(REST(0, __VA_ARGS__))
#define EACH(f, ...) EACH_(f, __VA_ARGS__)
#define EACH_(f, a, b, c) f(a, b) f(b, c) f(a, b)
#define STEP(a, b) ORDER(&x[a], &x[b]);

void OVERLOAD order(__global int *a, __global int *b)
{
    const int low = min(*a, *b), high = max(*a, *b);
    *a = low, *b = high;
}

void OVERLOAD order(__global float *a, __global float *b)
{
    if (isgreater(*a, *b)) {
        const float t = *a;
        *a = *b;
        *b = t;
    }
}

void OVERLOAD order(__private short3 *v)
{
    v->xy = v->x > v->y ? v->yx : v->xy;
    v->yz = v->y > v->z ? v->zy : v->yz;
    v->xy = v->x > v->y ? v->yx : v->xy;
}

__kernel void overloaded(__global int *i, __global float *f, __global short *v)
{
    const size_t id = get_global_id(0);
    {
        __global int *x = i + FIRST(3, 4) * id;
        EACH(STEP, 0, 1, 2)
    }
    {
        __global float *x = f + 3 * id;
        EACH(STEP, 0, 1, 2)
    }
    short3 t = vload3(id, v);
    order(&t);
    vstore3(t, id, v);
}
