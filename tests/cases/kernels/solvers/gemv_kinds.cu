// y = A x and z = A' x: rows by blocks with a tree, columns by threads; the type of the sums is wider than that of the elements.
// lanescope: arg A [384] random(14, -30000, 30000)
// lanescope: arg x [32] random(15, -100, 100)
// lanescope: arg w [12] random(16, -100, 100)
// lanescope: arg y [12]
// lanescope: arg z [32]
template <typename T> struct Sum;
template <> struct Sum<short> { typedef long long type; };

template <typename T, typename S = typename Sum<T>::type>
__global__ void gemv(const T *A, const T *x, const T *w, S *y, S *z, int rows, int cols)
{
    extern __shared__ long long raw[];
    S *part = reinterpret_cast<S *>(raw);
    const int c = threadIdx.x, r = blockIdx.x;
    part[c] = S(A[r * cols + c]) * x[c];
    for (int s = cols / 2; s; s >>= 1) {
        __syncthreads();
        if (c < s) part[c] += part[c + s];
    }
    if (c == 0) y[r] = part[0];
    if (r == 0) {
        S sum = 0;
        for (int k = 0; k < rows; ++k)
            sum += S{A[k * cols + c]} * w[k];
        z[c] = sum;
    }
}

void go(short *A, short *x, short *w, long long *y, long long *z) { gemv<short><<<12, 32, 32 * 8>>>(A, x, w, y, z, 12, 32); }
