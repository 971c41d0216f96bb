// A fold over a tree in an array, told by lambdas: with copies, references, values of their own, and auto.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg tree [31] random(372, -50, 50)
// lanescope: arg out [32*4]
template <class Visit>
__device__ void walk(int node, int n, Visit &&visit)
{
    // In order, with the way up remembered by the numbers alone.
    int from = -1;
    while (node >= 0 && node < n) {
        const int left = 2 * node + 1, right = left + 1, up = node == 0 ? -1 : (node - 1) / 2;
        if (from == up && left < n) {
            from = node;
            node = left;
            continue;
        }
        if (from == up || from == left) {
            visit(node);
            if (right < n) {
                from = node;
                node = right;
                continue;
            }
        }
        from = node;
        node = up;
    }
}

__global__ void closures(const int *tree, int *out)
{
    const int t = threadIdx.x;
    int sum = 0, visited = 0;
    walk(0, 31, [&](int node) { sum += tree[node] * (node % 32 >= t); ++visited; });
    int last = 0;
    walk(0, 31, [&last, t, step = 2 * t + 1](auto node) { last = last * 3 + node % step; });
    auto counter = [n = 0, t]() mutable { return n += t; };
    counter();
    counter();
    int odd = 0, even = 0;
    walk(0, 31, [&](int node) { (node & 1 ? odd : even) += tree[node]; });
    out[4 * t] = sum;
    out[4 * t + 1] = last;
    out[4 * t + 2] = counter() + visited;
    out[4 * t + 3] = max(odd, even) - t;
}
