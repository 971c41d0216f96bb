// One step of Adam with weight decay on parameters of a template type.
// lanescope: arg p [96] random(30, -1, 1)
// lanescope: arg g [96] random(31, -1, 1)
// lanescope: arg m [96] random(32, -0.5, 0.5)
// lanescope: arg v [96] random(33, 0, 0.5)
struct AdamArgs { float lr, beta1, beta2, eps, decay; int step; };

template <typename T>
__global__ void adam(T *p, const T *g, T *m, T *v, AdamArgs a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T grad = g[i];
    m[i] = a.beta1 * m[i] + (1 - a.beta1) * grad;
    v[i] = a.beta2 * v[i] + (1 - a.beta2) * grad * grad;
    T c1 = 1, c2 = 1;
    for (int k = 0; k < a.step; k++) {
        c1 *= a.beta1;
        c2 *= a.beta2;
    }
    T mh = m[i] / (1 - c1), vh = v[i] / (1 - c2);
    p[i] -= a.lr * (mh / (sqrt(vh) + a.eps) + a.decay * p[i]);
}

// lanescope: arg a.lr 0.125
// lanescope: arg a.beta1 0.75
// lanescope: arg a.beta2 0.875
// lanescope: arg a.eps 0.0009765625
// lanescope: arg a.decay 0.0625
// lanescope: arg a.step 3
void go(float *p, float *g, float *m, float *v)
{
    AdamArgs a = {0.125f, 0.75f, 0.875f, 0.0009765625f, 0.0625f, 3};
    adam<float><<<3, 32>>>(p, g, m, v, a, 90);
}
