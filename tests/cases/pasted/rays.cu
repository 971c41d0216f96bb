// Rays against spheres, with the free operators and helpers that people write for float3 and float4.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg spheres [64] random(3, -5, 5)
// lanescope: arg image uchar[256]
// lanescope: arg depth float[64]
// lanescope: arg count 16
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 make_float3(float4 v) { return make_float3(v.x, v.y, v.z); }
inline __host__ __device__ float3 operator-(float3 a) { return make_float3(-a.x, -a.y, -a.z); }
inline __host__ __device__ float3 operator+(const float3 &a, const float3 &b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
inline __host__ __device__ float3 operator*(float a, float3 b) { return b * a; }
inline __host__ __device__ float3 &operator+=(float3 &a, const float3 &b) { a.x += b.x; a.y += b.y; a.z += b.z; return a; }
inline __host__ __device__ bool operator==(float3 a, float3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Ray { float3 from, to; };

__device__ bool meets(const Ray &ray, float4 sphere, float &nearest)
{
    float3 away = ray.from - make_float3(sphere);
    float b = dot(away, ray.to), c = dot(away, away) - sphere.w * sphere.w, square = b * b - c;
    if (square < 0) return false;
    float distance = -b - sqrtf(square);
    bool first = distance > 0 && distance < nearest;
    nearest = first ? distance : nearest;
    return first;
}

__global__ void trace(const float4 *__restrict__ spheres, uchar4 *image, float *depth, int count)
{
    __shared__ float4 near[16];
    uint3 at = threadIdx;
    const dim3 size = blockDim;
    int i = blockIdx.x * size.x + at.x;
    if (at.x < count) near[at.x] = __ldg(&spheres[at.x]);
    __syncthreads();
    Ray ray = {make_float3(0.0f, 0.0f, -20.0f), make_float3((i % 8 - 3.5f) * 0.0625f, (i / 8 - 3.5f) * 0.0625f, 1.0f)};
    ray.to = ray.to * (1.0f / sqrtf(dot(ray.to, ray.to)));
    float nearest = 1e30f;
    uchar4 colour = make_uchar4(0, 0, 0, 255);
    for (int s = 0; s < count; s++) {
        if (meets(ray, near[s], nearest)) {
            float3 where = ray.from;
            (where += nearest * ray.to) += make_float3(0.0f);
            colour.x = (unsigned char)(16 * s);
            colour.y = where == ray.from ? 1 : 200;
            colour.z += 10;
        }
    }
    image[i] = colour;
    depth[i] = nearest;
}
int main()
{
    dim3 block(32), grid(64 / block.x);
    trace<<<grid, block>>>(0, 0, 0, 16);
}
