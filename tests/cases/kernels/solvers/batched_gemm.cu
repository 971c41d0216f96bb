// Many small products: strides between the matrices, one in each layer of the grid, a sum kept in registers across tiles.
template <class T> struct Batch {
    T *first;
    long long stride;
    int ld;
    __device__ T *operator[](int k) const { return first + k * stride; }
};

__global__ void batched(Batch<const float> A, Batch<const float> B, Batch<float> C, int m, int n, int k)
{
    const int row = threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z;
    if (row >= m || col >= n) return;
    const float *a = A[z] + row * A.ld, *b = B[z] + col;
    float sum = 0.0f;
    for (int p = 0; p < k; ++p, ++a, b += B.ld)
        sum = fmaf(*a, *b, sum);
    C[z][row * C.ld + col] = sum;
}

// lanescope: global 8 6 4
// lanescope: local 4 6 1
// lanescope: arg A.first [240] random(23, -1, 1)
// lanescope: arg A.stride 60
// lanescope: arg A.ld 10
// lanescope: arg B.first [320] random(24, -1, 1)
// lanescope: arg B.stride 80
// lanescope: arg B.ld 8
// lanescope: arg C.first [192]
// lanescope: arg C.stride 48
// lanescope: arg C.ld 8
// lanescope: arg m 6
// lanescope: arg n 8
// lanescope: arg k 10
