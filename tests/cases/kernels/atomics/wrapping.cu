// Counters that go round: up to a limit and down from it, of one address each.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg up [3] zeros
// lanescope: arg down [3] fill(4)
// lanescope: arg seen [30]
__global__ void wrapping(unsigned *up, unsigned *down, unsigned *seen)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned was = atomicInc(&up[i % 3], 9);
    atomicAdd(&seen[10 * (i % 3) + was], 1);
    atomicDec(down + i % 3, 6);
}
