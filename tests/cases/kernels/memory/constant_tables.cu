// Tables in constant memory: with values, of structs, of two dimensions, and one that the host fills.
// lanescope: arg in [64] random(10, 0, 255)
// lanescope: arg out [64]
// lanescope: arg filled [16] iota(100, -7)
__constant__ unsigned char sbox[16] = {0xc, 5, 6, 0xb, 9, 0, 0xa, 0xd, 3, 0xe, 0xf, 8, 4, 7, 1, 2};
__constant__ int weights[2][3] = {{1, 2, 3}, {-1, 4}};
struct Step { int add; float times; };
__constant__ Step steps[] = {{1, 0.5f}, {2, 2.0f}, {3, -1.0f}};
__constant__ int filled[16];
__device__ const int primes[4] = {2, 3, 5, 7};
__device__ int hits;

template <int N> __device__ int sum(const int (&row)[N])
{
    int s = 0;
    for (int x : row) s += x;
    return s;
}

__global__ void tables(const unsigned char *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    int y = sbox[x & 15] << 4 | sbox[x >> 4];
    const Step &s = steps[i % 3];
    float v = (y + s.add) * s.times + filled[x % 16];
    out[i] = v + sum(weights[i & 1]) + weights[1][i % 3] * primes[i % 4];
    if (y & 1)
        atomicAdd(&hits, primes[3]);
}

int main() { tables<<<2, 32>>>(nullptr, nullptr); }
