// float3 takes twelve bytes: an array of them is an array of floats.
// lanescope: arg v [32] random(23, -1, 1)
// lanescope: arg w [96]
// lanescope: arg sizes [12]
struct Particle { float3 at; char kind; double2 spin; };
struct __align__(16) Aligned { float x, y, z; };

__global__ void tight(const float3 *v, float *w, int *sizes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 p = v[i];
    const float *q = (const float *)v;
    w[3 * i] = p.x + q[3 * i + 1];
    w[3 * i + 1] = (&p.x)[1] - p.z;
    reinterpret_cast<float3 *>(w)[i].z = v[31 - i].z;
    if (i == 0) {
        int n = 0;
        sizes[n++] = sizeof(float3);
        sizes[n++] = sizeof(Particle);
        sizes[n++] = alignof(Particle);
        sizes[n++] = sizeof(Aligned);
        sizes[n++] = sizeof(short3);
        sizes[n++] = sizeof(double3);
        sizes[n++] = alignof(float4) * 100 + alignof(double4);
        sizes[n++] = sizeof(uchar3) * 10 + alignof(uchar4);
        sizes[n++] = sizeof(dim3);
        sizes[n++] = (int)(size_t)&((Particle *)0)->spin;
        sizes[n++] = alignof(int2);
        sizes[n++] = sizeof(longlong4);
    }
}

int main() { tight<<<1, 32>>>(0, 0, 0); }
