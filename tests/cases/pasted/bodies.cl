// Bodies that pull each other, four numbers to a body: literals, swizzles, tiles of vectors, masks and bytes.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg position float[256] random(5, -20, 20)
// lanescope: arg velocity float[256] random(6, -3, 3)
// lanescope: arg tint uchar[256]
// lanescope: arg step.x float 0.125
// lanescope: arg step.y float 0.5
typedef struct { float4 at; float3 speed; uchar4 tint; } body;

float3 pull(float4 a, float4 b, float soft) {
    float3 away = b.xyz - a.xyz;
    float square = dot(away, away) + soft;
    return away * (b.w / (square * sqrt(square)));
}

body move(body one, float3 force, float step) {
    one.speed += force * step;
    one.at.xyz += one.speed * step;
    int3 outside = fabs(one.at.xyz) > 16.0f;
    one.speed = outside ? -one.speed : one.speed;
    one.tint.xyz = convert_uchar3_sat(fabs(one.speed) * 40.0f);
    one.tint.w = any(outside) ? 255 : 0;
    return one;
}

__kernel void bodies(__global float4 *position, __global float *velocity, __global uchar4 *tint, float2 step) {
    __local float4 tile[16];
    int i = get_global_id(0), l = get_local_id(0);
    body own = {position[i], vload4(i, velocity).xyz, (uchar4)(1, 2, 3, 4)};
    float3 force = 0;
    tile[l] = fabs(own.at) + (float4)((float3)(0), 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 16; j++) {
        if (j != l) force += pull(own.at, tile[j], step.y);
    }
    own = move(own, force, step.x);
    position[i] = (float4)(own.at.xyz, length(own.speed));
    vstore4((float4)(own.speed, own.at[l & 3]), i, velocity);
    tint[i] = own.tint.zyxw;
}
