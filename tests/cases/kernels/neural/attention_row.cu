// Causal attention, a thread to each query and head, with the running maximum of the flash algorithm.
// lanescope: arg Q [256] random(8, -1, 1)
// lanescope: arg K [256] random(9, -1, 1)
// lanescope: arg V [256] random(10, -1, 1)
// lanescope: arg O [256]
struct Running {
    float max_, sum_;
    float acc[8];
    __device__ Running() : max_(-INFINITY), sum_(0.0f)
    {
        for (float &a : acc) a = 0.0f;
    }
    __device__ void add(float score, const float *v)
    {
        float m = fmaxf(max_, score), keep = __expf(max_ - m), p = __expf(score - m);
        sum_ = sum_ * keep + p;
        for (int d = 0; d < 8; ++d)
            acc[d] = acc[d] * keep + p * v[d];
        max_ = m;
    }
};

__global__ void attention(const float *Q, const float *K, const float *V, float *O, int tokens, float scale)
{
    int t = threadIdx.x, head = blockIdx.x;
    auto at = [=](const float *m, int token) { return m + (head * tokens + token) * 8; };
    if (t >= tokens) return;
    const float *q = at(Q, t);
    Running r;
    for (int j = 0; j <= t; ++j) {
        const float *k = at(K, j);
        float dot = 0.0f;
        for (int d = 0; d < 8; ++d)
            dot += q[d] * k[d];
        r.add(dot * scale, at(V, j));
    }
    for (int d = 0; d < 8; ++d)
        O[(head * tokens + t) * 8 + d] = r.acc[d] / r.sum_;
}

int main() { attention<<<2, 16>>>(nullptr, nullptr, nullptr, nullptr, 16, 0.35355339f); }
