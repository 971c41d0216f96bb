// Bases with members, constructors that call each other, names that come in by using.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg in [32] random(12, 1, 30)
// lanescope: arg out [160]
struct Counter {
    int count = 0;
    __device__ void tick(int by = 1) { count += by; }
};

class Rng : public Counter {
protected:
    unsigned state;

public:
    static const unsigned A = 1664525u, C = 1013904223u;
    __device__ explicit Rng(unsigned seed) : state(seed ^ 0xdeadbeefu) { next(); }
    __device__ unsigned next() { tick(); return state = state * A + C; }
    __device__ unsigned below(unsigned n) { return (unsigned)((unsigned long long)next() * n >> 32); }
};

struct Dice : Rng {
    int sides{6};
    using Counter::count;
    __device__ Dice(unsigned seed) : Dice(seed, 6) {}
    __device__ Dice(unsigned seed, int sides) : Rng(seed), sides(sides) {}
    __device__ int roll() { return 1 + below(sides); }
    __device__ int roll(int times)
    {
        int sum = 0;
        while (times--)
            sum += roll();
        return sum;
    }
};

struct Loaded final : public Dice {
    using Dice::Dice;
    __device__ int roll() { return max(Dice::roll(), Dice::roll()); }
};

__device__ int ticks(const Counter &c) { return c.count; }

__global__ void inheritance(const int *in, int *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    Dice d(in[i]);
    Loaded l(in[i], 20);
    int *r = out + 5 * i;
    r[0] = d.roll(in[i] % 5);
    r[1] = l.roll() * 100 + l.Dice::roll();
    r[2] = ticks(d) * 100 + ticks(l);
    Rng *base = &l;
    base->tick(10);
    r[3] = l.count + d.sides;
    r[4] = (int)(base->next() >> 8);
}
