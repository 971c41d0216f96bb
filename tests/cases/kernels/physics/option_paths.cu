// Prices of an option: paths of a binomial tree walked backwards in an array of one thread, and by Black and Scholes.
// lanescope: arg strike [32] iota(60, 2.5)
// lanescope: arg tree [32]
// lanescope: arg closed [32]
#define DEPTH 16
__device__ inline float cnd(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

__device__ __noinline__ float black_scholes(float s, float x, float t, float r, float v)
{
    float d1 = (__logf(s / x) + (r + 0.5f * v * v) * t) / (v * sqrtf(t));
    return s * cnd(d1) - x * expf(-r * t) * cnd(d1 - v * sqrtf(t));
}

__global__ void options(const float *strike, float *tree, float *closed, float s, float t, float r, float v)
{
    int i = threadIdx.x;
    float x = strike[i], dt = t / DEPTH, up = expf(v * sqrtf(dt)), down = 1 / up, grow = expf(r * dt);
    float p = (grow - down) / (up - down), value[DEPTH + 1];
    float price = s;
    for (int k = 0; k < DEPTH; k++)
        price *= down;
    for (int k = 0; k <= DEPTH; k++, price *= up * up)
        value[k] = fmaxf(price - x, 0);
    for (int level = DEPTH; level > 0; level--)
        for (int k = 0; k < level; k++)
            value[k] = (p * value[k + 1] + (1 - p) * value[k]) / grow;
    tree[i] = value[0];
    closed[i] = black_scholes(s, x, t, r, v);
}

void go(float *x, float *a, float *b) { options<<<1, 32>>>(x, a, b, 100.0f, 0.5f, 0.02f, 0.3f); }
