// Cells in a row under a rule that is a number; the middle column comes out as the bits of a word.
// lanescope: arg out [64]
template <unsigned RULE>
struct Automaton {
    unsigned long long cells;
    __device__ void step()
    {
        unsigned long long l = cells << 1 | cells >> 63, r = cells >> 1 | cells << 63, next = 0;
        #pragma unroll
        for (int pattern = 0; pattern < 8; pattern++)
            if (RULE >> pattern & 1)
                next |= (pattern & 4 ? l : ~l) & (pattern & 2 ? cells : ~cells) & (pattern & 1 ? r : ~r);
        cells = next;
    }
};

__global__ void rules(unsigned *out)
{
    const int i = threadIdx.x;
    Automaton<30> chaos{1ull << 32};
    Automaton<110> complex{1ull << (i + 20)};
    unsigned middle = 0;
    for (int t = 0; t < 32; t++) {
        middle |= (unsigned)(chaos.cells >> 32 & 1) << t;
        chaos.step();
        complex.step();
    }
    out[2 * i] = middle ^ i;
    out[2 * i + 1] = (unsigned)(complex.cells >> 32) ^ (unsigned)complex.cells;
}

void go(unsigned *o) { rules<<<1, 32>>>(o); }
