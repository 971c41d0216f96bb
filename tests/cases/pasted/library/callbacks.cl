// lanescope: kernel apply_square
typedef float (*unary_fn)(float);
float square(float x) { return x * x; }
float apply(unary_fn f, float x) { return f(x); }
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int parse(int c) { if (c == 0) goto fail; return c; fail: return -1; }
static int counter(void) { static int calls = 0; return ++calls; }
__kernel void apply_square(__global float *x) { size_t i = get_global_id(0); x[i] = square(x[i]); }
