// Forces between atoms of the same box and of those around it, by lists; energy summed as a fixed-point integer.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg pos [64] random(12, 0, 8)
// lanescope: arg list [512] random(13, 0, 63)
// lanescope: arg force [64]
// lanescope: arg energy [1]
// lanescope: arg cutsq 6.25
__kernel void lj(__global const float4 *pos, __global const int *list, __global float4 *force, __global int *energy, float cutsq)
{
    int i = get_global_id(0), near = 0;
    float4 p = pos[i], f = (float4)(0.0f);
    for (int k = 0; k < 8; k++) {
        int j = list[k * 64 + i];
        if (j == i) continue;
        float4 d = p - pos[j];
        float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
        if (r2 >= cutsq) continue;
        r2 = fmax(r2, 0.5f);
        float r2inv = 1.0f / r2, r6inv = r2inv * r2inv * r2inv;
        float s = r2inv * r6inv * (1.5f * r6inv - 2.0f);
        f += d * s;
        near++;
    }
    f.w = near;
    force[i] = f;
    atomic_add(energy, near * near);
}
