// All pairs: a block loads bodies in tiles of shared memory, each thread sums the pull on its own.
// lanescope: arg pos [32] random(1, -1, 1)
// lanescope: arg vel [32] random(2, -1, 1)
// lanescope: arg newPos [32]
#include <cuda_runtime.h>
#define SOFTENING 0.01f

__device__ float3 pull(float4 a, float4 b, float3 acc)
{
    float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
    float d2 = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float inv = 1.0f / sqrtf(d2), s = fabsf(b.w) * (inv * inv * inv);
    acc.x += r.x * s;
    acc.y += r.y * s;
    acc.z += r.z * s;
    return acc;
}

__global__ void integrate(const float4 *pos, float4 *vel, float4 *newPos, float dt, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = pos[i];
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int t = 0; t < n; t += blockDim.x) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
        for (unsigned k = 0; k < blockDim.x; ++k)
            acc = pull(me, tile[k], acc);
        __syncthreads();
    }
    float4 v = vel[i];
    v.x += acc.x * dt, v.y += acc.y * dt, v.z += acc.z * dt;
    vel[i] = v;
    newPos[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}

void go(float4 *p, float4 *v, float4 *q) { integrate<<<2, 16, 16 * sizeof(float4)>>>(p, v, q, 0.0625f, 32); }
