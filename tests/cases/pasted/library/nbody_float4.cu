// lanescope: kernel forces
#define SOFTENING 0.01f
struct Body { float x, y, z, m; };
__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj) { float3 r; r.x = bj.x - bi.x; return r; }
template <typename T> struct vec4 { typedef float Type; };
template <> struct vec4<float> { typedef float4 Type; };
__global__ void integrateBodies(typename vec4<float>::Type *__restrict__ newPos, float dt) { newPos[0].x += dt; }
__global__ void forces(const Body *__restrict__ p, float *__restrict__ f, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  float fx = 0.0f;
  for (int j = 0; j < 16; j++) { float dx = p[j].x - p[i].x; fx += p[j].m * dx * rsqrtf(dx * dx + SOFTENING); }
  f[i] = fx;
}
