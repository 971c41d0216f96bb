// A family of activations made by a macro, one of them chosen by a number.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg x [128] iota(-6.4, 0.1)
// lanescope: arg y [768]
#define GELU_C 0.7978845608f
#define ACTIVATION(name, expr) inline float name(float x) { return expr; }
ACTIVATION(relu, fmax(x, 0.0f))
ACTIVATION(leaky, x > 0 ? x : 0.01f * x)
ACTIVATION(silu, x / (1.0f + exp(-x)))
ACTIVATION(gelu, 0.5f * x * (1.0f + tanh(GELU_C * (x + 0.044715f * x * x * x))))
ACTIVATION(gelu_erf, 0.5f * x * (1.0f + erf(x * M_SQRT1_2_F)))
ACTIVATION(softplus, log1p(exp(-fabs(x))) + fmax(x, 0.0f))
#define CASE(n, f) case n: r = f(v); break

__kernel void activations(__global const float *x, __global float *y)
{
    int i = get_global_id(0);
    float v = x[i];
    for (int kind = 0; kind < 6; kind++) {
        float r;
        switch (kind) {
            CASE(0, relu);
            CASE(1, leaky);
            CASE(2, silu);
            CASE(3, gelu);
            CASE(4, gelu_erf);
            default: r = softplus(v);
        }
        y[kind * get_global_size(0) + i] = r;
    }
}
