// SHA-256 of one block for each work-item; the message schedule is a ring of 16 words.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg blocks [32*16] random(6, 0, 0xffffffff)
// lanescope: arg digests [32*8]
__constant uint k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define ROTR(x, n) rotate((uint)(x), (uint)(32 - (n)))
#define SIGMA0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define SIGMA1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define GAMMA0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define GAMMA1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))
#define CH(e, f, g) bitselect((g), (f), (e))
#define MAJ(a, b, c) bitselect((a), (b), (c) ^ (a))

__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void sha256(__global const uint *restrict blocks, __global uint *restrict digests)
{
    const uint id = get_global_id(0);
    uint w[16], s[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    uint v[8];
    for (int i = 0; i < 16; ++i)
        w[i] = blocks[id * 16 + i];
    for (int i = 0; i < 8; ++i)
        v[i] = s[i];
    for (uint r = 0; r < 64; ++r) {
        if (r >= 16)
            w[r & 15] += GAMMA1(w[(r - 2) & 15]) + w[(r - 7) & 15] + GAMMA0(w[(r - 15) & 15]);
        uint t1 = v[7] + SIGMA1(v[4]) + CH(v[4], v[5], v[6]) + k256[r] + w[r & 15];
        uint t2 = SIGMA0(v[0]) + MAJ(v[0], v[1], v[2]);
        for (int i = 7; i > 0; --i)
            v[i] = v[i - 1];
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i)
        digests[id * 8 + i] = s[i] + v[i];
}
