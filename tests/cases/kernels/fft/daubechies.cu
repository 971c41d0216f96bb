// One level of the wavelet with four coefficients, periodic, and the signal put together again.
// lanescope: arg x [128] random(11, -1, 1)
// lanescope: arg low [64]
// lanescope: arg high [64]
// lanescope: arg again [128]
template <typename T> struct Db4 {
    static constexpr T h0 = T(0.48296291314453414), h1 = T(0.83651630373780790);
    static constexpr T h2 = T(0.22414386804201339), h3 = T(-0.12940952255126037);
};

template <typename T>
__global__ void db4(const T *x, T *low, T *high, T *again, int n)
{
    using W = Db4<T>;
    int half_n = n / 2;
    for (int k = threadIdx.x; k < half_n; k += blockDim.x) {
        T a = x[2 * k], b = x[2 * k + 1], c = x[(2 * k + 2) % n], d = x[(2 * k + 3) % n];
        low[k] = W::h0 * a + W::h1 * b + W::h2 * c + W::h3 * d;
        high[k] = W::h3 * a - W::h2 * b + W::h1 * c - W::h0 * d;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < half_n; k += blockDim.x) {
        int before = (k + half_n - 1) % half_n;
        again[2 * k] = W::h0 * low[k] + W::h2 * low[before] + W::h3 * high[k] + W::h1 * high[before];
        again[2 * k + 1] = W::h1 * low[k] + W::h3 * low[before] - W::h2 * high[k] - W::h0 * high[before];
    }
}

void go(double *x, double *l, double *h, double *a) { db4<double><<<1, 32>>>(x, l, h, a, 128); }
