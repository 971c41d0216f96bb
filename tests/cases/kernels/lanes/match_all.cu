// Do all lanes agree? A warp that does takes a short cut, and the predicate says so.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg keys [96] list(7)
// lanescope: arg out [96]
__global__ void match_all(const long long *keys, unsigned *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const long long key = keys[i] + (blockIdx.x == 1 && threadIdx.x == 20 ? 1ll << 40 : 0);
    int agree = -1;
    const unsigned mask = __match_all_sync(0xffffffff, key, &agree);
    out[i] = mask ^ (agree ? 0xff : 0x11);
}
