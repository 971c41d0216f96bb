// Points turned by unit quaternions: v + 2 q x (q x v + w v).
// lanescope: global 32
// lanescope: local 16
// lanescope: arg q [32] random(12, -1, 1)
// lanescope: arg p [32] random(13, -2, 2)
// lanescope: arg out [32]
typedef struct { float4 axis; float w; } turn;

turn unit(float4 q)
{
    turn t;
    float4 n = normalize(q);
    t.axis = (float4)(n.xyz, 0);
    t.w = n.w;
    return t;
}

__kernel void quaternions(__global const float4 *q, __global const float4 *p, __global float4 *out)
{
    int i = get_global_id(0);
    turn t = unit(q[i] + (float4)(0, 0, 0, 3));
    float4 v = p[i];
    v.w = 0;
    float4 inner = cross(t.axis, v) + t.w * v;
    out[i] = v + 2.0f * cross(t.axis, inner);
    out[i].w = distance(v.xyz, out[i].xyz) + dot(t.axis, t.axis) + t.w * t.w;
}
