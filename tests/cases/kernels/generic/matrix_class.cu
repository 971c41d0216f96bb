// Matrices of fixed size as a class template: products of any shapes, transposes, powers, determinants by recursion of templates.
// lanescope: arg in [288] random(1, -5, 5)
// lanescope: arg out [512]
template <typename T, int R, int C = R>
class Mat {
    T v_[R][C];

public:
    static constexpr int rows = R, cols = C;
    Mat() = default;
    __device__ explicit Mat(const T *p)
    {
        for (int r = 0; r < R; ++r)
            for (int c = 0; c < C; ++c)
                v_[r][c] = *p++;
    }
    __device__ static Mat identity()
    {
        Mat m;
        for (int r = 0; r < R; ++r)
            for (int c = 0; c < C; ++c)
                m(r, c) = r == c;
        return m;
    }
    __device__ T &operator()(int r, int c) { return v_[r][c]; }
    __device__ const T &operator()(int r, int c) const { return v_[r][c]; }
    __device__ Mat<T, C, R> transposed() const
    {
        Mat<T, C, R> t;
        for (int r = 0; r < R; ++r)
            for (int c = 0; c < C; ++c)
                t(c, r) = v_[r][c];
        return t;
    }
    __device__ Mat<T, R - 1, C - 1> without(int row, int col) const
    {
        Mat<T, R - 1, C - 1> m;
        for (int r = 0, to = 0; r < R; ++r) {
            if (r == row) continue;
            for (int c = 0, at = 0; c < C; ++c)
                if (c != col) m(to, at++) = v_[r][c];
            ++to;
        }
        return m;
    }
};

template <typename T, int R, int K, int C>
__device__ Mat<T, R, C> operator*(const Mat<T, R, K> &a, const Mat<T, K, C> &b)
{
    Mat<T, R, C> p;
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) {
            T s{};
            for (int k = 0; k < K; ++k)
                s += a(r, k) * b(k, c);
            p(r, c) = s;
        }
    return p;
}

template <typename T, int N>
__device__ T det(const Mat<T, N, N> &m)
{
    if constexpr (N == 1) {
        return m(0, 0);
    } else {
        T s = 0;
        for (int c = 0; c < N; ++c)
            s += (c & 1 ? -1 : 1) * m(0, c) * det(m.without(0, c));
        return s;
    }
}

__global__ void matrices(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    using M23 = Mat<int, 2, 3>;
    M23 a(in + 9 * i);
    Mat<int, 3> b(in + 9 * i);
    auto aat = a * a.transposed();
    static_assert(aat.rows == 2 && aat.cols == 2, "2 x 3 by 3 x 2");
    auto cube = Mat<int, 3>::identity();
    for (int k = 0; k < 3; k++)
        cube = cube * b;
    int *r = out + 16 * i;
    r[0] = det(aat);
    r[1] = det(b);
    r[2] = cube(0, 0) + cube(1, 1) + cube(2, 2);
    Mat<int, 4> c = Mat<int, 4>::identity();
    for (int k = 0; k < 9; k++)
        c(k / 3, (k + k / 3) % 4) += in[9 * i + k];
    r[3] = det(c);
    for (int k = 0; k < 9; k++)
        r[4 + k] = cube(k / 3, k % 3);
    r[13] = M23::rows * 10 + M23::cols;
}

void go(int *i, int *o) { matrices<<<2, 16>>>(i, o); }
