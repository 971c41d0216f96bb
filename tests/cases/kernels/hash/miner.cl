// Who finds a number whose hash begins with zeros? The smallest one that does counts.
// lanescope: global 256
// lanescope: local 32
// lanescope: arg header [1] random(208, 0, 0xffffffff)
// lanescope: arg winner [1] fill(0xffffffff)
// lanescope: arg tried [1]
// lanescope: arg zeros 9
uint mixed(uint h)
{
    h ^= h >> 16;
    h *= 0x7feb352dU;
    h ^= h >> 15;
    h *= 0x846ca68bU;
    return h ^ h >> 16;
}

__kernel void miner(__constant uint4 *header, __global uint *winner, __global uint *tried, uint zeros)
{
    const uint step = get_global_size(0);
    uint mine = 0;
    for (uint nonce = get_global_id(0); nonce < 8 * step; nonce += step) {
        const uint4 v = *header ^ nonce;
        const uint h = mixed(mixed(mixed(mixed(v.x) + v.y) + v.z) + v.w);
        ++mine;
        if (clz(h) >= zeros) {
            atomic_min(winner, nonce);
            break;
        }
    }
    atomic_max(tried, mine);
}
