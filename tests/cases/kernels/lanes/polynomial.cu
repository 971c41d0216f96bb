// A polynomial of degree 31 modulo a prime: each lane takes a term, powers come by doubling, sums by a tree.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg coefficients [32] random(328, 0, 65520)
// lanescope: arg x [2] list(12345, 54321)
// lanescope: arg value [2]
__device__ unsigned times(unsigned a, unsigned b) { return a * b % 65521u; }

__global__ void polynomial(const unsigned *coefficients, const unsigned *x, unsigned *value)
{
    const unsigned lane = threadIdx.x, at = x[blockIdx.x];
    unsigned power = lane ? at : 1;
    // After k turns, lane l knows x to the power min(l, 2^k).
    for (unsigned by = 1; by < 32; by *= 2) {
        const unsigned other = __shfl_sync(~0u, power, lane < by ? lane : (lane - by > by ? by : lane - by));
        power = lane <= by ? power : times(power, other);
    }
    unsigned term = times(coefficients[lane], power);
    for (int by = 16; by >= 1; by >>= 1)
        term = (term + __shfl_down_sync(0xffffffffu, term, by)) % 65521u;
    if (lane == 0)
        value[blockIdx.x] = term;
}
