// Matrices of bits: 8 x 8 in a word transposed by three exchanges, 32 x 32 by a block, and their products.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg rows [32] random(313, 0, 0xffffffff)
// lanescope: arg columns [32]
// lanescope: arg product [32]
// lanescope: arg small [32] random(314, 0, 0x7fffffffffffffff)
__device__ unsigned long long transpose8(unsigned long long x)
{
    unsigned long long t;
    t = (x ^ x >> 7) & 0x00aa00aa00aa00aaULL, x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccULL, x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0ULL, x ^= t ^ t << 28;
    return x;
}

__global__ void bit_matrix(const unsigned *rows, unsigned *columns, unsigned *product, unsigned long long *small)
{
    __shared__ unsigned m[32];
    const unsigned t = threadIdx.x;
    m[t] = rows[t];
    __syncthreads();
    unsigned column = 0;
    for (unsigned k = 0; k < 32; ++k)
        column |= (m[k] >> t & 1) << k;
    columns[t] = column;
    // The square of the matrix over two elements: sum of the rows that a row names.
    unsigned sum = 0;
    for (unsigned left = m[t]; left; left &= left - 1)
        sum ^= m[__ffs(left) - 1];
    product[t] = sum;
    small[t] = transpose8(small[t]);
}
