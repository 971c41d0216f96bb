// Speck with blocks of 64 bits: a cipher as a class with operators of its own.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg blocks uint[128] random(18, 0, 0xffffffff)
// lanescope: arg back uint[128]
template <int R>
__device__ constexpr unsigned ror(unsigned x) { return x >> R | x << (32 - R); }

class Speck {
    unsigned keys[27];

  public:
    __device__ Speck(unsigned k0, unsigned k1, unsigned k2, unsigned k3)
    {
        unsigned l[3] = { k1, k2, k3 };
        for (int i = 0; i < 27; ++i) {
            keys[i] = k0;
            l[i % 3] = (ror<8>(l[i % 3]) + k0) ^ i;
            k0 = ror<29>(k0) ^ l[i % 3];
        }
    }
    __device__ uint2 operator()(uint2 v) const
    {
        for (unsigned key : keys) {
            v.x = (ror<8>(v.x) + v.y) ^ key;
            v.y = ror<29>(v.y) ^ v.x;
        }
        return v;
    }
    __device__ uint2 inverse(uint2 v) const
    {
        for (int i = 26; i >= 0; --i) {
            v.y = ror<3>(v.y ^ v.x);
            v.x = ror<24>((v.x ^ keys[i]) - v.y);
        }
        return v;
    }
};

__global__ void speck(uint2 *blocks, uint2 *back)
{
    const auto i = blockIdx.x * blockDim.x + threadIdx.x;
    const Speck cipher(0x03020100u, 0x0b0a0908u, 0x13121110u, 0x1b1a1918u);
    blocks[i] = cipher(blocks[i]);
    back[i] = cipher.inverse(blocks[i]);
}
