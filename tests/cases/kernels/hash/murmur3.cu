// MurmurHash3 of keys of every length: the last bytes go through a switch that falls through.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg bytes [64*16] random(12, 0, 255)
// lanescope: arg hashes [64]
// lanescope: arg seed 0x2a
typedef unsigned int u32;
typedef unsigned char u8;

__device__ u32 rotl(u32 x, int r) { return (x << r) | (x >> (32 - r)); }
__device__ u32 scramble(u32 k) { return rotl(k * 0xcc9e2d51, 15) * 0x1b873593; }

__device__ u32 murmur3(const u8 *key, int length, u32 seed)
{
    u32 h = seed, k = 0;
    const int blocks = length / 4;
    for (int i = 0; i < blocks; i++) {
        k = key[4 * i] | key[4 * i + 1] << 8 | key[4 * i + 2] << 16 | (u32)key[4 * i + 3] << 24;
        h ^= scramble(k);
        h = rotl(h, 13) * 5 + 0xe6546b64;
    }
    const u8 *tail = key + blocks * 4;
    k = 0;
    switch (length & 3) {
    case 3:
        k ^= tail[2] << 16;
        // fall through
    case 2:
        k ^= tail[1] << 8;
        // fall through
    case 1:
        k ^= tail[0];
        h ^= scramble(k);
    }
    h ^= length;
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    return h ^ h >> 16;
}

__global__ void murmur(const u8 *bytes, u32 *hashes, u32 seed)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    hashes[id] = murmur3(bytes + id * 16, id % 17, seed);
}
