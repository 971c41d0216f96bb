// Spins on a chequerboard: black and white cells by turns, a number for each from a hash of place and time.
// lanescope: arg spin [256] random(9, 0, 1)
// lanescope: arg magnet [4]
__device__ unsigned hash(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__constant__ unsigned chance[3] = {0xffffffffu, 0x2c000000u, 0x04000000u};

__global__ void ising(signed char *spin, int *magnet, int sweeps)
{
    const int N = 16;
    __shared__ signed char s[N][N];
    for (int k = threadIdx.x; k < N * N; k += blockDim.x)
        s[k / N][k % N] = spin[k] ? 1 : -1;
    for (int t = 0; t < 2 * sweeps; t++) {
        __syncthreads();
        for (int k = threadIdx.x; k < N * N / 2; k += blockDim.x) {
            int y = k / (N / 2), x = 2 * (k % (N / 2)) + ((y + t) & 1);
            int field = s[(y + 1) % N][x] + s[(y + N - 1) % N][x] + s[y][(x + 1) % N] + s[y][(x + N - 1) % N];
            int cost = max(0, s[y][x] * field / 2);
            if (hash(t * N * N + y * N + x) <= chance[cost])
                s[y][x] = -s[y][x];
        }
    }
    __syncthreads();
    int mine = 0;
    for (int k = threadIdx.x; k < N * N; k += blockDim.x) {
        spin[k] = s[k / N][k % N];
        mine += s[k / N][k % N];
    }
    atomicAdd(&magnet[threadIdx.x % 4], mine);
}

void go(signed char *s, int *m) { ising<<<1, 32>>>(s, m, 3); }
