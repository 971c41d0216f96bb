// What the samples of CUDA do with vectors: operators and functions of their header, on a ray and a grid.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg x [32] iota
// lanescope: arg out [128] zeros
// lanescope: arg cells [96] zeros
#include <cuda_runtime.h>
#include <helper_math.h>

struct Box { float3 low, high; };

__device__ float2 enter(Box box, float3 from, float3 along)
{
    float3 inverse = make_float3(1.0f) / along;
    float3 a = inverse * (box.low - from), b = inverse * (box.high - from);
    float3 near = fminf(a, b), far = fmaxf(a, b);
    return make_float2(fmaxf(fmaxf(near.x, near.y), near.z), fminf(fminf(far.x, far.y), far.z));
}

__global__ void helper_math(const int *x, float4 *out, int3 *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = x[i] * 0.25f;
    Box box = {make_float3(-1, -2, -4), make_float3(8.0f)};
    float3 along = make_float3(make_float2(0.5f, 2), 4);
    float2 times = enter(box, make_float3(t) - 16.0f, along);
    float4 v = make_float4(along, t);
    v += 0.5f * make_float4(make_int4(i, -i, 2, 3));
    v *= make_float4(2.0f);
    v.w -= dot(along, make_float3(v));
    float3 crossed = cross(along, make_float3(v)), turned = reflect(make_float3(1, t, 0), make_float3(0, 1, 0));
    out[i] = make_float4(times.x, times.y, crossed.y, v.w) + lerp(-make_float4(turned), make_float4(4.0f), 0.5f);
    int3 cell = make_int3(make_float3(v)) - make_int3(make_int2(i, 2), 1) * 2;
    cells[i] = clamp(cell.x, -8, 8) * min(cell, make_int3(3)) + max(make_int3(i), make_int3(7, 0, 31));
}
