#pragma once
#include <iostream>
#include <vector>
using namespace std;
namespace cfg { constexpr int TILE = 8; static const int RADIUS{2}; enum class Mode { A, B }; }
using real = float;
typedef int idx_t;
template <typename T> T host_max(T a, T b) { return a > b ? a : b; }
__global__ void blur1d(real const *src, real *dst, idx_t n)
{
    __shared__ real tile[cfg::TILE + 2 * cfg::RADIUS];
    idx_t g = blockIdx.x * cfg::TILE + threadIdx.x, l = threadIdx.x + cfg::RADIUS;
    tile[l] = g < n ? src[g] : real(0);
    if (threadIdx.x < cfg::RADIUS) {
        tile[l - cfg::RADIUS] = g >= cfg::RADIUS ? src[g - cfg::RADIUS] : 0.0f;
        tile[l + cfg::TILE] = g + cfg::TILE < n ? src[g + cfg::TILE] : 0.0f;
    }
    __syncthreads();
    real s{};
    for (int o = -cfg::RADIUS; o <= cfg::RADIUS; ++o) s += tile[l + o];
    if (g < n) dst[g] = s / (2 * cfg::RADIUS + 1);
}
int main() { auto f = [&](int x) { return x + 1; }; blur1d<<<8, cfg::TILE>>>(nullptr, nullptr, 64); cout << f(3) << endl; }
