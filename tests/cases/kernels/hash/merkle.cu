// A tree of hashes: leaves in shared memory, each level half as many, and the way of proofs beside it.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg leaves [32] random(205, 0, 0xffffffff)
// lanescope: arg root [1]
// lanescope: arg proof [32*5]
__device__ unsigned join(unsigned a, unsigned b)
{
    unsigned h = a * 0x9e3779b1u;
    h = (h ^ (h >> 15)) + b;
    h *= 0x85ebca77u;
    return h ^ (h >> 13);
}

__global__ void merkle(const unsigned *leaves, unsigned *root, unsigned *proof)
{
    __shared__ unsigned node[64];
    const int t = threadIdx.x;
    node[32 + t] = leaves[t];
    for (int width = 16; width >= 1; width /= 2) {
        __syncthreads();
        if (t < width)
            node[width + t] = join(node[2 * (width + t)], node[2 * (width + t) + 1]);
    }
    __syncthreads();
    unsigned at = 32 + t, h = leaves[t];
    for (int level = 0; level < 5; ++level, at >>= 1) {
        const unsigned sibling = node[at ^ 1];
        proof[5 * t + level] = sibling;
        h = at & 1 ? join(sibling, h) : join(h, sibling);
    }
    if (h != node[1])
        proof[5 * t] = 0xdeadu;
    if (t == 31)
        *root = h;
}
