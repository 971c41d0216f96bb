// A Bloom filter in shared memory: members set bits, then everybody asks. It never denies a member.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg members [20] random(213, 0, 100000)
// lanescope: arg queries [64] random(214, 0, 100000)
// lanescope: arg maybe [64]
// lanescope: arg filter_out [8]
template <unsigned BITS, unsigned HASHES>
class Bloom {
    unsigned words[BITS / 32];

    __device__ static unsigned place(unsigned key, unsigned i)
    {
        unsigned a = key * 2654435761u, b = (key ^ 0x5bd1e995u) * 40503u;
        return (a + i * (b | 1)) >> 7 & (BITS - 1);
    }

  public:
    enum : unsigned { WORDS = BITS / 32 };
    __device__ unsigned &word(unsigned i) { return words[i]; }
    __device__ void insert(unsigned key)
    {
        for (unsigned i = 0; i < HASHES; ++i) {
            const unsigned p = place(key, i);
            atomicOr(&words[p / 32], 1u << p % 32);
        }
    }
    __device__ bool contains(unsigned key) const
    {
        for (unsigned i = 0; i < HASHES; ++i)
            if (const unsigned p = place(key, i); !(words[p >> 5] >> (p & 31) & 1))
                return false;
        return true;
    }
};

__global__ void bloom(const unsigned *members, const unsigned *queries, bool *maybe, unsigned *filter_out)
{
    using Filter = Bloom<256, 3>;
    __shared__ Filter filter;
    const unsigned t = threadIdx.x;
    if (t < Filter::WORDS)
        filter.word(t) = 0;
    __syncthreads();
    if (t < 20)
        filter.insert(members[t]);
    __syncthreads();
    maybe[t] = filter.contains(t % 4 ? queries[t] : members[t / 4]);
    if (t < Filter::WORDS)
        filter_out[t] = filter.word(t);
}
