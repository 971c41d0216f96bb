// Many starts of a system of three equations: Runge and Kutta's step over a right-hand side that is a functor.
// lanescope: arg start [96] random(14, -1, 1)
// lanescope: arg end [96]
struct State {
    float v[3];
    __device__ float &operator[](int k) { return v[k]; }
    __device__ float operator[](int k) const { return v[k]; }
};
__device__ State axpy(float a, const State &x, const State &y)
{
    State r;
    for (int k = 0; k < 3; k++) r[k] = a * x[k] + y[k];
    return r;
}

struct Lorenz {
    float sigma = 10.0f, rho, beta;
    __device__ Lorenz(float r, float b) : rho(r), beta(b) {}
    __device__ State operator()(const State &s) const
    {
        return {sigma * (s[1] - s[0]), s[0] * (rho - s[2]) - s[1], s[0] * s[1] - beta * s[2]};
    }
};

template <class Rhs> __device__ State rk4(const Rhs &rhs, State s, float h)
{
    State k1 = rhs(s), k2 = rhs(axpy(h / 2, k1, s)), k3 = rhs(axpy(h / 2, k2, s)), k4 = rhs(axpy(h, k3, s));
    for (int k = 0; k < 3; k++)
        s[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
    return s;
}

__global__ void lorenz(const float *start, float *end, int steps, float h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    State s{{start[3 * i], start[3 * i + 1], start[3 * i + 2]}};
    Lorenz rhs(28.0f, 8.0f / 3);
    while (steps--)
        s = rk4(rhs, s, h);
    for (int k = 0; k < 3; ++k)
        end[3 * i + k] = s.v[k];
}

void go(float *s, float *e) { lorenz<<<2, 16>>>(s, e, 5, 0.015625f); }
