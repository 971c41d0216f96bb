// While one tile is multiplied the next one is already on its way: two tiles of shared memory by turns.
// lanescope: arg A [256] random(3, -2, 2)
// lanescope: arg B [256] random(4, -2, 2)
// lanescope: arg C [256]
#define T 4

__global__ void gemm_ping_pong(const int *__restrict__ A, const int *__restrict__ B, int *C, int n)
{
    __shared__ int tiles[2][2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    int now = 0, sum = 0;
    tiles[now][0][y][x] = A[row * n + x];
    tiles[now][1][y][x] = B[y * n + col];
    __syncthreads();
    for (int t = T; t <= n; t += T) {
        if (t < n) {
            tiles[now ^ 1][0][y][x] = A[row * n + t + x];
            tiles[now ^ 1][1][y][x] = B[(t + y) * n + col];
        }
        for (int k = 0; k < T; ++k)
            sum += tiles[now][0][y][k] * tiles[now][1][k][x];
        __syncthreads();
        now ^= 1;
    }
    C[row * n + col] = sum;
}

void host(int *a, int *b, int *c) { gemm_ping_pong<<<dim3(16 / T, 16 / T), dim3(T, T)>>>(a, b, c, 16); }
