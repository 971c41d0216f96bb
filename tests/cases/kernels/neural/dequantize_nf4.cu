// A code book of sixteen values, two indices to a byte, a scale for each 16 values that is a byte itself.
// lanescope: arg packed [128] random(15, 0, 255)
// lanescope: arg scales [16] random(16, 0, 255)
// lanescope: arg out [256]
__constant__ float book[16] = {-1.0f, -0.7f, -0.53f, -0.4f, -0.28f, -0.18f, -0.09f, 0.0f,
                               0.08f, 0.16f, 0.25f, 0.34f, 0.44f, 0.56f, 0.72f, 1.0f};

enum class Order { LowFirst, HighFirst };

template <Order order, int BLOCK>
__global__ void dequantize(const unsigned char *packed, const unsigned char *scales, float *out, float outer)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char byte = packed[i];
    const float scale = (scales[2 * i / BLOCK] - 128) * outer;
    float2 pair;
    if constexpr (order == Order::LowFirst)
        pair = make_float2(book[byte & 15], book[byte >> 4]);
    else
        pair = make_float2(book[byte >> 4], book[byte & 15]);
    reinterpret_cast<float2 *>(out)[i] = make_float2(pair.x * scale, pair.y * scale);
}

void go(unsigned char *p, unsigned char *s, float *o)
{
    dequantize<Order::HighFirst, 16><<<4, 32>>>(p, s, o, 0.0078125f);
}
