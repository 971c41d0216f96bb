// Barriers in loops, dynamic shared memory, threads that have ended before the others meet, and blocks in three dimensions.
// lanescope: global 24 6 4
// lanescope: local 8 3 2
// lanescope: dynamic_local 400
// lanescope: arg a [576] random(9, -100, 100)
// lanescope: arg out [576] zeros
// lanescope: arg sums [24] zeros
// lanescope: arg places [4608] zeros
// lanescope: arg n 500
__global__ void blocks(const int *a, int *out, int *sums, int *places, int n)
{
    extern __shared__ int tile[];
    __shared__ short half_tile[2][3][8];
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int size = blockDim.x * blockDim.y * blockDim.z, i = block * size + t;
    int *p = places + i * 8;
    p[0] = threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z;
    p[1] = blockIdx.x + 100 * blockIdx.y + 10000 * blockIdx.z;
    p[2] = blockDim.x + 100 * blockDim.y + 10000 * blockDim.z;
    p[3] = gridDim.x + 100 * gridDim.y + 10000 * gridDim.z;
    p[4] = i;
    half_tile[threadIdx.z][threadIdx.y][threadIdx.x] = (short)(a[i] * 3);
    tile[t] = i < n ? a[i] : 0;
    __syncthreads();
    p[5] = half_tile[1 - threadIdx.z][2 - threadIdx.y][7 - threadIdx.x];
    // A scan in place: two barriers a turn.
    for (int step = 1; step < size; step *= 2) {
        int left = t >= step ? tile[t - step] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    out[i] = tile[t];
    if (t >= 32) return;
    // Those that are left meet once more.
    tile[t] = tile[t] ^ t;
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int k = 0; k < 32; k++) sum = sum * 3 + tile[k];
        sums[block] = sum;
    }
}
