// A tree over sorted codes, built at once: each inner node finds its range and where it splits by leading zeros.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg step [32] random(280, 1, 900)
// lanescope: arg children [31]
// lanescope: arg range [31]
__device__ int common(const unsigned *code, int n, int i, int j)
{
    return j < 0 || j >= n ? -1 : __clz(code[i] ^ code[j]);
}

__global__ void radix_tree(const unsigned *step, short2 *children, short2 *range)
{
    __shared__ unsigned code[32];
    const int i = threadIdx.x, n = 32;
    unsigned sum = 0;
    for (int k = 0; k <= i; ++k)
        sum += step[k];
    code[i] = sum;
    __syncthreads();
    if (i == n - 1)
        return;
    const int d = common(code, n, i, i + 1) > common(code, n, i, i - 1) ? 1 : -1;
    const int least = common(code, n, i, i - d);
    int most = 2;
    while (common(code, n, i, i + most * d) > least)
        most *= 2;
    int length = 0;
    for (int t = most / 2; t >= 1; t /= 2)
        if (common(code, n, i, i + (length + t) * d) > least)
            length += t;
    const int j = i + length * d, node = common(code, n, i, j);
    int s = 0;
    for (int divisor = 2, t = (length + 1) / 2;; divisor *= 2, t = (length + divisor - 1) / divisor) {
        if (common(code, n, i, i + (s + t) * d) > node)
            s += t;
        if (t <= 1)
            break;
    }
    const int gamma = i + s * d + min(d, 0);
    children[i] = make_short2(min(i, j) == gamma ? ~gamma : gamma, max(i, j) == gamma + 1 ? ~(gamma + 1) : gamma + 1);
    range[i] = make_short2(min(i, j), max(i, j));
}
