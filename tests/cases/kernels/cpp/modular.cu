// Numbers modulo a prime that is a parameter; powers by squaring; inverses.
// lanescope: global 8
// lanescope: local 8
// lanescope: arg x [8] random(8, 1, 1000000)
// lanescope: arg out [16]
template <unsigned P>
struct Mod {
    unsigned v;
    __device__ Mod(unsigned long long x = 0) : v(x % P) {}
    __device__ Mod operator*(Mod o) const { return Mod((unsigned long long)v * o.v); }
    __device__ Mod operator+(Mod o) const { unsigned s = v + o.v; return Mod(s >= P ? s - P : s); }
    __device__ bool operator==(const Mod &o) const { return v == o.v; }
    __device__ bool operator!=(const Mod &o) const { return !(*this == o); }
    __device__ Mod pow(unsigned e) const;
    __device__ Mod inverse() const { return pow(P - 2); }
};

template <unsigned P>
__device__ Mod<P> Mod<P>::pow(unsigned e) const
{
    Mod base = *this, result = 1;
    for (; e; e >>= 1, base = base * base)
        if (e & 1)
            result = result * base;
    return result;
}

__global__ void modular(const unsigned *x, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Mod<65537> small(x[i]);
    Mod<1000000007> large = x[i];
    out[2 * i] = small != 0 ? small.inverse().v : 0;
    out[2 * i + 1] = (large.pow(i + 1) + large.inverse() * 3).v;
}
