// Objects made of lists in braces in every place: returned, assigned, as arguments, in arrays, with bases and members' own values.
// lanescope: arg out [256]
struct P { int x, y; };
struct Box {
    P low, high{9, 8};
    int tag = 7;
};
struct Path {
    P at[3];
    int n;
    __device__ Path(P a, P b) : at{a, b}, n(2) {}
    __device__ Path &add(P p) { at[n++] = p; return *this; }
};
struct Named : P {
    int id{3};
    __device__ Named(int x, int id) : P{x, x + 1}, id(id) {}
    __device__ Named(P p) : P(p) {}
};
__device__ P flip(P p) { return {p.y, p.x}; }
__device__ int area(const Box &b) { return (b.high.x - b.low.x) * (b.high.y - b.low.y) + b.tag; }
__device__ int length(const Path &p = Path({1, 2}, {3, 4}))
{
    int s = 0;
    for (int k = 0; k < p.n; ++k)
        s = s * 10 + p.at[k].x + p.at[k].y;
    return s;
}

__global__ void init_lists(int *out)
{
    const int i = threadIdx.x;
    int *r = out + 8 * i;
    P p = flip({i, 2}), q{}, list[] = {{1, i}, p, flip(p)};
    r[0] = p.x * 100 + p.y + q.x;
    r[1] = area({{i, 1}}) * 100 + area(Box{p, {i + 5, 6}, 1});
    r[2] = length() + length({P{i, 1}, p});
    r[3] = Path({1, 1}, {2, 2}).add({i, 3}).at[2].x + (int)(sizeof list / sizeof *list) * 1000;
    Named a(i, 4), b = P{5, i}, c[2] = {{i, 2}, p};
    r[4] = a.x * 1000 + a.y * 10 + a.id;
    r[5] = b.y * 100 + b.id * 10 + c[0].id + c[1].y;
    p = {6, i};
    q = p.x > i ? P{1, 2} : P{3};
    r[6] = p.x * 100 + p.y + q.x * 10000 + q.y * 1000;
    int m[2][2]{{1}, {i, 4}}, k{m[1][0]}, l = {};
    r[7] = m[0][1] * 1000 + m[1][1] * 100 + k + l;
}

void go(int *o) { init_lists<<<1, 32>>>(o); }
