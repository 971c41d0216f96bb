// Adler-32 of rows of bytes; the sums are reduced only every NMAX bytes.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg rows [90*50] random(5, 0, 255)
// lanescope: arg sums [96]
// lanescope: arg count 90
// lanescope: arg length 50
namespace adler {
constexpr unsigned BASE = 65521;

template <int NMAX>
struct State {
    unsigned a = 1, b = 0;
    int open = 0;
    __device__ void push(unsigned char byte)
    {
        a += byte;
        b += a;
        if (++open == NMAX)
            fold();
    }
    __device__ void fold()
    {
        a %= BASE;
        b %= BASE;
        open = 0;
    }
    __device__ unsigned value()
    {
        fold();
        return b << 16 | a;
    }
};
}

__global__ void adler32(const unsigned char *rows, unsigned *sums, int count, int length)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= count)
        return;
    adler::State<16> state;
    for (int k = 0; k < length; ++k)
        state.push(rows[row * length + k]);
    sums[row] = state.value();
}
