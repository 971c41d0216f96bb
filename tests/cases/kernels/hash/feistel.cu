// A Feistel network whose round is a lambda: what one direction does, the other undoes, whatever the round.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(206, 0, 0x7fffffffffffffff)
// lanescope: arg coded [64]
// lanescope: arg back [64]
// lanescope: arg key 77
template <int ROUNDS, class F>
__device__ unsigned long long forward(unsigned long long v, F f)
{
    unsigned left = v >> 32, right = v;
    for (int r = 0; r < ROUNDS; ++r) {
        const unsigned t = left ^ f(right, r);
        left = right;
        right = t;
    }
    return (unsigned long long)right << 32 | left;
}

template <int ROUNDS, class F>
__device__ unsigned long long backward(unsigned long long v, F f)
{
    return forward<ROUNDS>(v, [f](unsigned half, int r) { return f(half, ROUNDS - 1 - r); });
}

__global__ void feistel(const unsigned long long *x, unsigned long long *coded, unsigned long long *back, unsigned key)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    auto round = [=](unsigned half, int r) -> unsigned {
        unsigned h = half * (2 * key + 1) + r;
        h ^= h >> 11;
        return (h << 7 | h >> 25) + key;
    };
    coded[i] = forward<8>(x[i], round);
    back[i] = backward<8>(coded[i], round);
}
