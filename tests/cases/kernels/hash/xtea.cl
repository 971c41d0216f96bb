// XTEA, encrypted and decrypted again: what comes back has to be what went in.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg plain [64] random(8, 0, 0xffffffff)
// lanescope: arg cipher [64]
// lanescope: arg back [64]
// lanescope: arg key [4] list(0x11223344, 0x55667788, 0x99aabbcc, 0xddeeff00)
#define ROUNDS 32
#define DELTA 0x9e3779b9u

uint2 encipher(uint2 v, __constant uint *key)
{
    uint sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + key[sum & 3]);
        sum += DELTA;
        v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + key[(sum >> 11) & 3]);
    }
    return v;
}

uint2 decipher(uint2 v, __constant uint *key)
{
    uint sum = DELTA * ROUNDS;
    do {
        v.y -= (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + key[(sum >> 11) & 3]);
        sum -= DELTA;
        v.x -= (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + key[sum & 3]);
    } while (sum != 0);
    return v;
}

__kernel void xtea(__global const uint2 *plain, __global uint2 *cipher, __global uint2 *back, __constant uint *key)
{
    size_t i = get_global_id(0);
    uint2 c = encipher(plain[i], key);
    cipher[i] = c;
    back[i] = decipher(c, key);
}
