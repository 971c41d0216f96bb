// Opening of a picture of bits: erosion and dilation by a cross, one template with two operations.
// lanescope: arg in [384] random(9, 0, 4)
// lanescope: arg out [384]
struct Erode { static constexpr int start = 1; __device__ static int join(int a, int b) { return a & b; } };
struct Dilate { static constexpr int start = 0; __device__ static int join(int a, int b) { return a | b; } };

template <class Op, int S>
__device__ void pass(int (&to)[S][S], const int (&from)[S][S], int margin)
{
    for (int k = threadIdx.x; k < S * S; k += blockDim.x) {
        int x = k % S, y = k / S, v = Op::start;
        if (x >= margin && y >= margin && x < S - margin && y < S - margin) {
            const int dx[] = {0, 1, -1, 0, 0}, dy[] = {0, 0, 0, 1, -1};
            for (int n = 0; n < 5; n++)
                v = Op::join(v, from[y + dy[n]][x + dx[n]]);
        }
        to[y][x] = v;
    }
    __syncthreads();
}

__global__ void open_cross(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ int a[12][12], b[12][12];
    for (int k = threadIdx.x; k < 144; k += blockDim.x) {
        int x = (int)(blockIdx.x * 8) + k % 12 - 2, y = (int)(blockIdx.y * 8) + k / 12 - 2;
        a[k / 12][k % 12] = x < 0 || y < 0 || x >= w || y >= h || in[y * w + x] > 0;
    }
    __syncthreads();
    pass<Erode>(b, a, 1);
    pass<Dilate>(a, b, 2);
    for (int k = threadIdx.x; k < 64; k += blockDim.x)
        out[(blockIdx.y * 8 + k / 8) * w + blockIdx.x * 8 + k % 8] = a[k / 8 + 2][k % 8 + 2];
}

void go(unsigned char *a, unsigned char *b) { open_cross<<<dim3(3, 2), 32>>>(a, b, 24, 16); }
