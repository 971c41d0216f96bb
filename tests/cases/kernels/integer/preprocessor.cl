// What the preprocessor makes: tables from one list, loops written out, conditions, names put together.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(374, 0, 1000)
// lanescope: arg out [64]
#define OPERATIONS(X) \
    X(add, 0, a + b)  \
    X(sub, 1, a - b)  \
    X(mul, 2, a * b)  \
    X(xor, 3, a ^ b)

#define ENUM(name, code, e) OP_##name = code,
enum operation { OPERATIONS(ENUM) OP_COUNT };

#define FUNCTION(name, code, e) int do_##name(int a, int b) { return e; }
OPERATIONS(FUNCTION)

#define CASE(name, code, e) \
    case OP_##name:         \
        return do_##name(a, b);

int apply(enum operation op, int a, int b)
{
    switch (op) {
        OPERATIONS(CASE)
    default:
        return -1;
    }
}

#define COUNT_OF(...) COUNT_(__VA_ARGS__ __VA_OPT__(, ) 3, 2, 1, 0)
#define COUNT_(a, b, c, n, ...) n
#define TEXT(x) #x
#define LENGTH(x) (sizeof(TEXT(x)) - 1)
#define UNROLL _Pragma("unroll")
#if defined(UNROLL) && (OP_COUNT == 0) && (1 << 3 | 1) == 9 && !defined OTHER
#define STEPS 4
#elif 1
#error "not here"
#endif

__kernel void preprocessor(__global const int *x, __global int *out)
{
    const int i = get_global_id(0);
    int value = x[i];
    UNROLL
    for (int k = 0; k < STEPS; k++)
        value = apply((enum operation)((i + k) % (OP_COUNT + 1)), value, k + 3);
    out[i] = value * 100 + COUNT_OF(a, b) * 10 + LENGTH(a + b);
}
