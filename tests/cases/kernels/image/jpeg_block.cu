// Quantised coefficients in zigzag order, and the runs of zeros that stand before each.
// lanescope: arg dct [512] random(16, -400, 400)
// lanescope: arg levels [512]
// lanescope: arg runs [512]
__device__ constexpr unsigned char zigzag[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

__host__ __device__ constexpr int quantum(int u, int v) { return 10 + 12 * (u + v); }

__global__ void jpeg_block(const short *dct, short *levels, unsigned char *runs)
{
    __shared__ short q[64];
    const int t = threadIdx.x;
    const short *block = dct + 64 * blockIdx.x;
    for (int k = t; k < 64; k += blockDim.x) {
        int at = zigzag[k], step = quantum(at % 8, at / 8), c = block[at];
        q[k] = c < 0 ? -((-c + step / 2) / step) : (c + step / 2) / step;
    }
    __syncthreads();
    for (int k = t; k < 64; k += blockDim.x) {
        unsigned char run = 0;
        for (int j = k - 1; j > 0 && q[j] == 0; j--)
            ++run;
        levels[64 * blockIdx.x + k] = q[k];
        runs[64 * blockIdx.x + k] = q[k] ? run : 0xff;
    }
}

void go(short *d, short *l, unsigned char *r) { jpeg_block<<<8, 16>>>(d, l, r); }
