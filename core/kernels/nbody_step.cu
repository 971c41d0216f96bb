// lanescope: title One step of an n-body simulation
// lanescope: look All lanes read the same body at the same time: one address for the whole warp. The work is
// lanescope: look arithmetic; look which unit is busy.
// lanescope: machine simt/teaching
// lanescope: global 16
// lanescope: local 8
// lanescope: arg bodies [16] random(51, -1, 1)
// lanescope: arg velocity [48]
// lanescope: arg dt 0.01
// lanescope: arg n 16
struct Body {
    float x, y, z, mass;
};

__device__ float inverse_cube(float dx, float dy, float dz)
{
    float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inv = rsqrtf(d2);
    return inv * inv * inv;
}

__global__ void nbody_step(const Body *bodies, float *velocity, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Body me = bodies[i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int j = 0; j < n; j++) {
        Body other = bodies[j];
        float dx = other.x - me.x;
        float dy = other.y - me.y;
        float dz = other.z - me.z;
        float s = other.mass * inverse_cube(dx, dy, dz);
        ax += dx * s;
        ay += dy * s;
        az += dz * s;
    }
    velocity[3 * i + 0] += ax * dt;
    velocity[3 * i + 1] += ay * dt;
    velocity[3 * i + 2] += az * dt;
}
