// Triangles of a graph whose neighbours are rows of bits, counted by common neighbours of each edge.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg upper [64] random(98, 0, 0x7fffffffffffffff)
// lanescope: arg thin [64] random(99, 0, 0x7fffffffffffffff)
// lanescope: arg triangles [1]
// lanescope: arg edges [1]
typedef unsigned long long u64;

__global__ void triangles(const u64 *upper, const u64 *thin, u64 *triangles, unsigned *edges)
{
    const int u = blockIdx.x * blockDim.x + threadIdx.x;
    // Only neighbours with larger numbers count; a row keeps about a quarter of them.
    auto row = [&](int node) { return node == 63 ? 0ull : upper[node] & thin[node] & (~0ull << (node + 1)); };
    const u64 mine = row(u);
    u64 count = 0;
    for (u64 left = mine; left; left &= left - 1)
        count += __popcll(mine & row(__ffsll(left) - 1));
    if (count)
        atomicAdd(triangles, count);
    atomicAdd(edges, (unsigned)__popcll(mine));
}
