// The lowest common ancestor by jumps of powers of two, which the block prepares in shared memory.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg noise [64] random(100, 0, 1000)
// lanescope: arg queries [64] random(101, 0, 63)
// lanescope: arg ancestor [64]
template <int LOG, int N>
struct Jumps {
    short up[LOG][N];
    unsigned char depth[N];
};

__global__ void lca(const unsigned *noise, const uchar2 *queries, short *ancestor)
{
    __shared__ Jumps<6, 64> tree;
    const int v = threadIdx.x;
    tree.up[0][v] = v == 0 ? 0 : noise[v] % v;
    __syncthreads();
    int depth = 0;
    for (int at = v; at != 0; at = tree.up[0][at])
        ++depth;
    tree.depth[v] = depth;
    for (int k = 1; k < 6; ++k) {
        tree.up[k][v] = tree.up[k - 1][tree.up[k - 1][v]];
        __syncthreads();
    }
    auto [a, b] = queries[v];
    if (tree.depth[a] < tree.depth[b]) {
        auto t = a;
        a = b;
        b = t;
    }
    for (int lift = tree.depth[a] - tree.depth[b], k = 0; lift; lift >>= 1, ++k)
        if (lift & 1)
            a = tree.up[k][a];
    for (int k = 5; k >= 0 && a != b; --k)
        if (tree.up[k][a] != tree.up[k][b]) {
            a = tree.up[k][a];
            b = tree.up[k][b];
        }
    ancestor[v] = a == b ? a : tree.up[0][a];
}
