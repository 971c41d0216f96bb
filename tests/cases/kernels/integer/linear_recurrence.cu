// Fibonacci numbers modulo a prime by powers of matrices, and sequences by Lucas's doubling.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg n [64] random(311, 0, 1000)
// lanescope: arg by_matrix [64]
// lanescope: arg by_doubling [64]
constexpr unsigned P = 998244353;

template <int N>
struct Matrix {
    unsigned m[N][N];

    __device__ static Matrix one()
    {
        Matrix r{};
        for (int i = 0; i < N; ++i)
            r.m[i][i] = 1;
        return r;
    }
    __device__ Matrix operator*(const Matrix &o) const
    {
        Matrix r;
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) {
                unsigned long long s = 0;
                for (int k = 0; k < N; ++k)
                    s += 1ull * m[i][k] * o.m[k][j];
                r.m[i][j] = s % P;
            }
        return r;
    }
};

template <class T>
__device__ T power(T base, unsigned e)
{
    T r = T::one();
    for (; e; e >>= 1, base = base * base)
        if (e & 1)
            r = r * base;
    return r;
}

__device__ void doubling(unsigned n, unsigned &f, unsigned &g)
{
    f = 0, g = 1;
    for (int bit = 31 - __clz(n | 1); bit >= 0; --bit) {
        const unsigned long long a = f, b = g;
        f = a * ((2 * b + P - a) % P) % P;
        g = (a * a + b * b) % P;
        if (n >> bit & 1) {
            const unsigned t = (f + g) % P;
            f = g;
            g = t;
        }
    }
}

__global__ void linear_recurrence(const unsigned *n, unsigned *by_matrix, unsigned *by_doubling)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const Matrix<2> step = { { { 1, 1 }, { 1, 0 } } };
    by_matrix[i] = power(step, n[i]).m[0][1];
    unsigned next;
    doubling(n[i], by_doubling[i], next);
}
