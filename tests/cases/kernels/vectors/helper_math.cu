// Operators for CUDA's vectors, as many projects carry them along.
#include <cuda_runtime.h>
// lanescope: arg pos [40] random(19, -1, 1)
// lanescope: arg out [40]
// lanescope: arg bits [40]
inline __host__ __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ float4 operator-(const float4 &a, const float4 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
inline __host__ __device__ float4 operator*(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
inline __host__ __device__ float4 operator*(float s, float4 a) { return a * s; }
inline __host__ __device__ void operator+=(float4 &a, float4 b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }
inline __host__ __device__ float4 operator-(float4 a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
inline __host__ __device__ bool operator==(int2 a, int2 b) { return a.x == b.x && a.y == b.y; }
inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
inline __host__ __device__ float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
inline __device__ float clampf(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }

__global__ void helpers(const float4 *pos, float4 *out, int2 *bits, float t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    float4 a = pos[i], b = pos[(i + 1) % n];
    float4 mixed = a + t * (b - a);
    mixed += -(a * 0.5f);
    float3 c = cross(make_float3(a), make_float3(b));
    out[i] = make_float4(c, dot(c, make_float3(mixed)) + clampf(mixed.w, -0.25f, 0.25f));
    int2 cell{(int)floorf(a.x * 2), (int)floorf(a.y * 2)};
    bits[i] = cell == make_int2(0, -1) ? int2{99, i} : cell;
}

int main() { helpers<<<2, 20>>>(NULL, NULL, NULL, 0.75f); }
