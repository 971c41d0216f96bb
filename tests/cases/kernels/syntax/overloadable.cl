// Functions of one name, a kernel that calls another one's helper, attributes, and C's expressions in unusual places.
// lanescope: kernel main_kernel
// lanescope: global 32
// lanescope: local 8
// lanescope: arg out [192]
int __attribute__((overloadable)) size_of_it(int x) { return x; }
int __attribute__((overloadable)) size_of_it(float x) { return (int)(x * 10); }
int __attribute__((overloadable)) size_of_it(int2 v) { return v.x * 100 + v.y; }
int __attribute__((overloadable)) size_of_it(int a, int b) { return a - b; }
inline int twice(int x) __attribute__((always_inline));
inline int twice(int x) { return x << 1; }

__kernel void store(__global int *out, int at, int value) { out[at] = value; }

__attribute__((work_group_size_hint(8, 1, 1))) __attribute__((vec_type_hint(int)))
__kernel void main_kernel(__global int *restrict out)
{
    const size_t i = get_global_id(0) + get_global_offset(0);
    int n = (int)i, a, b, c;
    store(out, 6 * n, size_of_it(n) + size_of_it(n * 0.5f) + size_of_it((int2)(n, 3)) + size_of_it(n, 4));
    a = b = c = n;
    a += b -= c *= 2;
    out[6 * n + 1] = a * 10000 + b * 100 + c;
    for (a = 0, b = 20; a < b; a += 3, b--)
        ;
    out[6 * n + 2] = (c = a + b, twice(c));
    out[6 * n + 3] = n & 1 ? n & 2 ? 3 : 2 : n > 15 ? 1 : 0;
    int k = 5;
    while (k --> 0)
        if (k == n % 4) break;
        else continue;
    out[6 * n + 4] = k;
    { int n = 7; { int n = 8; k = n; } k += n; }
    out[6 * n + 5] = k + !n + !!n * 2 + -(-n) + ~n + (n, 1);
    printf("%d %s\n", n, "done");
}
