// xxHash32 of stripes of 16 bytes: its four accumulators are a vector.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg input [64*3*4] random(16, 0, 0xffffffff)
// lanescope: arg hashes [64]
// lanescope: arg seed 1
#define P1 2654435761U
#define P2 2246822519U
#define P3 3266489917U
#define P4 668265263U
#define P5 374761393U

inline uint avalanche(uint h)
{
    h = (h ^ h >> 15) * P2;
    h = (h ^ h >> 13) * P3;
    return h ^ h >> 16;
}

__kernel void xxhash32(__global const uint *input, __global uint *hashes, const uint seed)
{
    const uint id = get_global_id(0);
    uint4 acc = (uint4)(P1 + P2, P2, 0, -P1) + seed;
    for (uint stripe = 0; stripe < 3; ++stripe) {
        acc += vload4(id * 3 + stripe, input) * P2;
        acc = rotate(acc, (uint4)13) * P1;
    }
    const uint4 turned = rotate(acc, (uint4)(1, 7, 12, 18));
    uint h = turned.s0 + turned.s1 + turned.s2 + turned.s3;
    hashes[id] = avalanche(h + 48);
}
