// A matrix of blocks of 4 x 4 by rows of blocks: a thread to each row in a block, blocks of the template's size.
// lanescope: arg ptr [9] list(0, 2, 2, 3, 6, 7, 9, 10, 12)
// lanescope: arg idx [12] list(0, 3, 5, 1, 2, 7, 4, 0, 6, 6, 3, 7)
// lanescope: arg blocks [192] random(19, -9, 9)
// lanescope: arg x [32] random(20, -9, 9)
// lanescope: arg y [32]
template <int B> struct Block {
    int v[B][B];
    __device__ int row_times(int r, const int (&x)[B]) const
    {
        int s = 0;
#pragma unroll
        for (int c = 0; c < B; ++c) s += v[r][c] * x[c];
        return s;
    }
};

template <int B>
__global__ void bsr(const int *ptr, const int *idx, const int *blocks, const int *x, int *y)
{
    const int row = blockIdx.x * (blockDim.x / B) + threadIdx.x / B, r = threadIdx.x % B;
    auto all = reinterpret_cast<const Block<B> *>(blocks);
    int sum = 0;
    for (int k = ptr[row]; k < ptr[row + 1]; ++k) {
        int part[B];
        for (int c = 0; c < B; ++c) part[c] = x[idx[k] * B + c];
        sum += all[k].row_times(r, part);
    }
    y[row * B + r] = sum;
}

void go(int *p, int *i, int *b, int *x, int *y) { bsr<4><<<2, 16>>>(p, i, b, x, y); }
