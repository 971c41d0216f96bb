// Radix 2 in place: bit reversal first, then butterflies with a barrier between the stages; one group to a transform.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg data [128] random(1, -1, 1)
// lanescope: arg sign -1
#define N 32
#define LOG2N 5
typedef float2 cplx;
cplx times(cplx a, cplx b) { return (cplx)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

uint reversed(uint k)
{
    uint r = 0;
    for (int b = 0; b < LOG2N; b++, k >>= 1)
        r = r << 1 | (k & 1);
    return r;
}

__kernel void fft_radix2(__global cplx *data, int sign)
{
    __local cplx v[N];
    const uint l = get_local_id(0);
    __global cplx *mine = data + get_group_id(0) * N;
    v[reversed(l)] = mine[l];
    v[reversed(l + N / 2)] = mine[l + N / 2];
    for (uint half_span = 1; half_span < N; half_span *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint k = l & (half_span - 1), a = 2 * (l - k) + k, b = a + half_span;
        float angle = sign * M_PI_F * k / half_span;
        cplx w = (cplx)(cos(angle), sin(angle)), t = times(w, v[b]);
        v[b] = v[a] - t;
        v[a] += t;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    mine[l] = v[l];
    mine[l + N / 2] = v[l + N / 2];
}
