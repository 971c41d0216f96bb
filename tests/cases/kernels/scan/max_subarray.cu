// The largest sum of neighbours: four numbers for each piece, which join like an operation.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64*4] random(252, -30, 25)
// lanescope: arg best [2]
struct Piece {
    int sum, prefix, suffix, best;

    __device__ Piece() = default;
    __device__ Piece(int x) : sum(x), prefix(x), suffix(x), best(x) {}
    __device__ Piece operator+(const Piece &r) const
    {
        Piece p;
        p.sum = sum + r.sum;
        p.prefix = max(prefix, sum + r.prefix);
        p.suffix = max(r.suffix, r.sum + suffix);
        p.best = max(max(best, r.best), suffix + r.prefix);
        return p;
    }
};

__global__ void max_subarray(const int *x, int *best)
{
    __shared__ Piece s[32];
    const int t = threadIdx.x;
    const int4 four = reinterpret_cast<const int4 *>(x)[blockIdx.x * blockDim.x + t];
    s[t] = Piece(four.x) + four.y + four.z + four.w;
    for (int by = 1; by < 32; by *= 2) {
        __syncthreads();
        if (t % (2 * by) == 0)
            s[t] = s[t] + s[t + by];
    }
    if (t == 0)
        best[blockIdx.x] = s[0].best;
}
