// SipHash-2-4 of keys of two words, on numbers of 64 bits.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg words [128] random(13, 0, 0x7fffffffffffffff)
// lanescope: arg hashes [64]
// lanescope: arg k0 0x0706050403020100
// lanescope: arg k1 0x0f0e0d0c0b0a0908
#define SIPROUND                                                  \
    do {                                                          \
        v0 += v1; v1 = rotate(v1, 13UL); v1 ^= v0; v0 = rotate(v0, 32UL); \
        v2 += v3; v3 = rotate(v3, 16UL); v3 ^= v2;                \
        v0 += v3; v3 = rotate(v3, 21UL); v3 ^= v0;                \
        v2 += v1; v1 = rotate(v1, 17UL); v1 ^= v2; v2 = rotate(v2, 32UL); \
    } while (0)

__kernel void siphash(__global const ulong *words, __global ulong *hashes, ulong k0, ulong k1)
{
    const int id = get_global_id(0);
    ulong v0 = k0 ^ 0x736f6d6570736575UL, v1 = k1 ^ 0x646f72616e646f6dUL;
    ulong v2 = k0 ^ 0x6c7967656e657261UL, v3 = k1 ^ 0x7465646279746573UL;
    for (int i = 0; i < 3; ++i) {
        ulong m = i < 2 ? words[2 * id + i] : (ulong)16 << 56;
        v3 ^= m;
        SIPROUND;
        SIPROUND;
        v0 ^= m;
    }
    v2 ^= 0xff;
    for (int i = 0; i < 4; ++i)
        SIPROUND;
    hashes[id] = v0 ^ v1 ^ v2 ^ v3;
}
