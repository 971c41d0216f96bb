// Switches: dense and sparse, of ranges, falling through, inside of loops, of enumerations, with a default first.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg x [96] random(308, -3, 40)
// lanescope: arg out [96]
enum class Kind : unsigned char { Small = 3, Middle, Large = 200 };

__device__ constexpr Kind kind_of(int x) { return x < 5 ? Kind::Small : x < 25 ? Kind::Middle : Kind::Large; }

__device__ int dense(int x)
{
    switch (x) {
    default:
        return 100;
    case 0: return 7;
    case 1: case 2: case 3: return 11;
    case 4: return 13;
    case 5: x += 40;
    case 6: x++; break;
    case -1: return -50;
    }
    return x;
}

__device__ long long sparse(long long x)
{
    switch (x << 33) {
    case 0x200000000ll: return 1;
    case 0x1400000000ll: return 10;
    case -(1ll << 33): return -1;
    case 77: return 5;
    }
    return x;
}

__global__ void switch_kinds(const int *x, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
    int r = dense(v) * 1000 + (int)sparse(v);
    for (int k = 0;; ++k) {
        switch (kind_of(v + k)) {
        case Kind::Small:
            r += 3;
            continue;
        case Kind::Middle:
            if (k > 6)
                break;
            r -= k;
            switch (k % 3) {
            case 1: r ^= 1; break;
            case 2: continue;
            }
            r++;
            continue;
        case Kind::Large:
            r += int(Kind::Large);
        }
        break;
    }
    out[i] = r;
}
