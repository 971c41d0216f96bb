// One sort, several orders: the function that compares is a parameter of the template.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg points [192] random(234, -9, 9)
// lanescope: arg by_x [192]
// lanescope: arg by_norm [192]
// lanescope: arg lexical [192]
struct Point {
    int x, y;
};

__device__ bool less_x(const Point &a, const Point &b) { return a.x < b.x; }
__device__ bool less_norm(const Point &a, const Point &b) { return a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y; }
__device__ bool less_both(const Point &a, const Point &b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

template <bool (*LESS)(const Point &, const Point &), int N>
__device__ void sort_into(const Point *from, Point *to)
{
    Point p[N];
    for (int i = 0; i < N; ++i) {
        int j = i;
        while (j > 0 && LESS(from[i], p[j - 1])) {
            p[j] = p[j - 1];
            --j;
        }
        p[j] = from[i];
    }
    for (int i = 0; i < N; ++i)
        to[i] = p[i];
}

__global__ void by_functions(const Point *points, Point *by_x, Point *by_norm, Point *lexical)
{
    const int at = 6 * (blockIdx.x * blockDim.x + threadIdx.x);
    sort_into<less_x, 6>(points + at, by_x + at);
    sort_into<less_norm, 6>(points + at, by_norm + at);
    sort_into<less_both, 6>(points + at, lexical + at);
}
