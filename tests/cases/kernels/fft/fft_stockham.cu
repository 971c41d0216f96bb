// Stockham's radix 4 without a reversal: two buffers of shared memory by turns, the inverse chosen by a template.
// lanescope: arg in [64] random(2, -1, 1)
// lanescope: arg out [64]
// lanescope: arg again [64]
struct Complex {
    float re, im;
    __device__ Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
    __device__ Complex operator-(Complex o) const { return {re - o.re, im - o.im}; }
    __device__ Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __device__ Complex operator*(float s) const { return {re * s, im * s}; }
};

template <int DIR> __device__ Complex rotate90(Complex c) { return DIR > 0 ? Complex{-c.im, c.re} : Complex{c.im, -c.re}; }

template <int N, int DIR>
__device__ Complex *transform(Complex *from, Complex *to, int t)
{
    for (int span = 1; span < N; span *= 4) {
        if (t < N / 4) {
            int k = t % span;
            Complex w, x[4];
            for (int r = 0; r < 4; r++) {
                float turns = DIR * 2.0f * k * r / (span * 4);
                w = {cospif(turns), sinpif(turns)};
                x[r] = from[t + r * (N / 4)] * w;
            }
            Complex a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = rotate90<DIR>(x[1] - x[3]);
            Complex *y = to + (t - k) * 4 + k;
            y[0] = a + c;
            y[span] = b + d;
            y[2 * span] = a - c;
            y[3 * span] = b - d;
        }
        __syncthreads();
        Complex *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

__global__ void stockham(const Complex *in, Complex *out, Complex *again)
{
    __shared__ Complex a[64], b[64];
    const int t = threadIdx.x;
    for (int k = t; k < 64; k += blockDim.x)
        a[k] = in[k];
    __syncthreads();
    Complex *done = transform<64, -1>(a, b, t);
    for (int k = t; k < 64; k += blockDim.x)
        out[k] = done[k];
    Complex *back = transform<64, 1>(done, done == a ? b : a, t);
    for (int k = t; k < 64; k += blockDim.x)
        again[k] = back[k] * (1.0f / 64);
}

void go(Complex *i, Complex *o, Complex *a) { stockham<<<1, 16>>>(i, o, a); }
