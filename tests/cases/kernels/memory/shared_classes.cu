// Classes over shared memory: a tile with accessors, a ring, and pointers that change their memory by template.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg in [96] random(15, 0, 1000)
// lanescope: arg out [96]
template <typename T, int W, int H>
struct Tile {
    T cell[H][W + 1];
    __device__ T &at(int x, int y) { return cell[y][x]; }
    __device__ void fill_row(int y, const T *from) { for (int x = 0; x < W; x++) cell[y][x] = from[x]; }
    __device__ T column_sum(int x) const
    {
        T s = 0;
        for (int y = 0; y < H; y++)
            s += cell[y][x];
        return s;
    }
};

template <class T> struct Span {
    T *data;
    int length;
    __device__ Span(T *d, int n) : data(d), length(n) {}
    __device__ T &operator[](int i) const { return data[i % length]; }
    __device__ Span sub(int from, int n) const { return Span(data + from, n); }
};

template <class S> __device__ int total(S s) { int t = 0; for (int i = 0; i < s.length; i++) t += s[i]; return t; }

__global__ void shared_classes(const int *in, int *out)
{
    __shared__ Tile<int, 8, 4> tile;
    __shared__ int ring[32];
    const int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    if (t < 4)
        tile.fill_row(t, in + blockIdx.x * 32 + t * 8);
    Span<int> shared(ring, 32);
    shared[t + 5] = in[g];
    __syncthreads();
    Span<const int> global(in + blockIdx.x * 32, 32);
    int v = tile.at(t % 8, t / 8) + tile.column_sum(t % 8);
    v += total(shared.sub(t / 8 * 8, 8)) * 3 - total(global.sub(t % 4 * 8, 8)) + global[t + 40];
    out[g] = v;
}
