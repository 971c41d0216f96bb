// Statements that declare: in if, switch, while and range-for; structured bindings; loops of every kind.
// lanescope: arg in [128] random(10, 0, 60)
// lanescope: arg out [192]
#include <utility>
#include <array>
#include <algorithm>
struct Split { int tens, ones; };
__device__ Split split(int x) { return {x / 10, x % 10}; }
__device__ int halve(int &x) { return x /= 2; }
__device__ std::pair<int, bool> find(const int (&a)[4], int x)
{
    for (int k = 0; k < 4; k++)
        if (a[k] == x) return {k, true};
    return std::make_pair(-1, false);
}

__global__ void statements(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *r = out + 6 * i, a = in[2 * i % 128], b = in[(2 * i + 1) % 128], steps = 0;
    if (auto [tens, ones] = split(a); tens > ones)
        r[0] = tens * 100 + ones;
    else if (int both = tens * ones)
        r[0] = -both;
    else
        r[0] = 7'000;
    switch (int k = a % 5; k) {
    case 0: r[1] = k; break;
    case 1:
    case 2: {
        int k = 10;
        r[1] = k + a % 5;
    } break;
    default: r[1] = k * 100;
    }
    int left = b + 1;
    while (int now = halve(left)) {
        steps += now;
        if (now == 3) continue;
        if (now > 25) break;
    }
    r[2] = steps;
    int four[4] = {a, b, a + b, 33};
    auto &[first, second, third, fourth] = four;
    std::swap(first, third);
    fourth = std::exchange(second, 5) + 1;
    auto [at, found] = find(four, 5);
    r[3] = four[0] * 1000 + four[3] * 10 + at + found;
    std::array<int, 3> three = {a, 2, 3};
    int sum = 0;
    for (const auto &x : three) sum = sum * 3 + x;
    three[1] = std::clamp(b, 10, 20);
    r[4] = sum * 100 + three[1] + (int)three.size();
    int n = 0;
    do {
        if (n == 3 and not (a & 1)) break;
        for (;; n++) {
            if (n % 4 == 3 or n > b) goto out_of_both;
        }
    } while (true);
out_of_both:
    r[5] = n;
}

void go(int *i, int *o) { statements<<<1, 32>>>(i, o); }
