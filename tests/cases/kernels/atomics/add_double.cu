// Sums of doubles by compare-and-swap of 64 bits; quarters add up exactly in any order.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(173, -4000, 4000)
// lanescope: arg by_cas [4]
// lanescope: arg by_add [4]
__device__ double atomic_add(double *address, double val)
{
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void add_double(const int *x, double *by_cas, double *by_add)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double v = x[i] * 0.25;
    atomic_add(by_cas + i % 4, v);
    atomicAdd(by_add + i % 4, v);
}
