// Kernels made by macros: lists that are expanded twice, pasted names, numbers of arguments, conditions.
// lanescope: kernel blend_max
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(1, 0, 255)
// lanescope: arg b [64] random(2, 0, 255)
// lanescope: arg out [64]
// lanescope: arg table [4]
#define LANES 4
#if defined(LANES) && LANES > 2 && !defined(SLOW) && (LANES & (LANES - 1)) == 0
#define STEP(i) ((i) * LANES / LANES)
#else
#error never
#endif
#define JOIN_(x, y) x##_##y
#define JOIN(x, y) JOIN_(x, y)
#define OPS(X) X(max, a > b ? a : b) X(min, a < b ? a : b) X(screen, 255 - (255 - a) * (255 - b) / 255) X(mean, (a + b) >> 1)
#define COUNT(name, expression) +1
#define NUMBER(name, expression) JOIN(OP, name),
#define FUNCTION(name, expression) \
    int JOIN(op, name)(int a, int b) { return expression; } \
    __kernel void JOIN(blend, name)(__global const uchar *a, __global const uchar *b, __global uchar *out, __global int *table) \
    { \
        int i = STEP(get_global_id(0)); \
        out[i] = JOIN(op, name)(a[i], b[i]); \
        if (i < KINDS) TABLE(table[i], i, OP_mean, OP_screen, OP_min, OP_max); \
    }
#define TABLE(to, i, ...) do { const int all[] = { __VA_ARGS__ }; to = all[i] * 10 + LENGTH(__VA_ARGS__); } while (0)
#define LENGTH(...) LENGTH_(__VA_ARGS__, 6, 5, 4, 3, 2, 1)
#define LENGTH_(a, b, c, d, e, f, n, ...) n
enum { OPS(NUMBER) KINDS = 0 OPS(COUNT) };
OPS(FUNCTION)
