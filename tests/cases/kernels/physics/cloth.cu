// Cloth of springs: structural and diagonal ones, Verlet's step, the upper row held.
// lanescope: arg now [64] random(7, -0.1, 0.1)
// lanescope: arg old [64] random(7, -0.1, 0.1)
// lanescope: arg next [64]
struct Vec3 {
    float x, y, z;
    __device__ Vec3 operator+(const Vec3 &o) const { return Vec3{x + o.x, y + o.y, z + o.z}; }
    __device__ Vec3 operator-(const Vec3 &o) const { return Vec3{x - o.x, y - o.y, z - o.z}; }
    __device__ Vec3 operator*(float s) const { return Vec3{x * s, y * s, z * s}; }
    __device__ Vec3 &operator+=(const Vec3 &o) { return *this = *this + o; }
    __device__ float length() const { return sqrtf(x * x + y * y + z * z); }
};

struct Grid {
    int w, h;
    __device__ bool has(int x, int y) const { return x >= 0 && y >= 0 && x < w && y < h; }
    __device__ int at(int x, int y) const { return y * w + x; }
    __device__ Vec3 place(const Vec3 *p, int x, int y) const { return p[at(x, y)] + Vec3{(float)x, (float)-y, 0.0f}; }
};

__global__ void cloth(const Vec3 *now, const Vec3 *old, Vec3 *next, Grid g, float k, float dt)
{
    const int x = threadIdx.x, y = threadIdx.y + blockIdx.y * blockDim.y, i = g.at(x, y);
    if (y == 0) {
        next[i] = now[i];
        return;
    }
    Vec3 me = g.place(now, x, y), force{0, -1, 0};
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if ((dx | dy) == 0 || !g.has(x + dx, y + dy)) continue;
            Vec3 d = g.place(now, x + dx, y + dy) - me;
            const float rest = dx && dy ? 1.41421356f : 1.0f, len = d.length();
            force += d * (k * (len - rest) / len);
        }
    next[i] = now[i] * 2.0f - old[i] + force * (dt * dt);
}

// lanescope: arg g.w 8
// lanescope: arg g.h 8
void go(Vec3 *a, Vec3 *b, Vec3 *c) { cloth<<<dim3(1, 2), dim3(8, 4)>>>(a, b, c, Grid{8, 8}, 4.0f, 0.125f); }
