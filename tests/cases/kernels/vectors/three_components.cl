// Vectors of three lie as vectors of four; a struct with some, and what sizeof says of it.
// lanescope: global 32
// lanescope: local 8
// lanescope: arg b uint[512] zeros
// lanescope: arg in [32] random(18, -1, 1)
// lanescope: arg sizes [8]
typedef struct {
    float3 at;
    uchar tag;
    float3 speed;
    short2 cell;
} body;

__kernel void three_components(__global const float3 *in, __global body *b, __global int *sizes)
{
    int i = get_global_id(0);
    body mine;
    mine.at = in[i];
    mine.tag = (uchar)(i * 3);
    mine.speed = (float3)(in[i].zx, 0.5f) * 2.0f;
    mine.cell = convert_short2(in[i].xy * 100.0f);
    b[i].at = mine.at;
    b[i].tag = mine.tag;
    b[i].speed = mine.speed;
    b[i].cell = mine.cell;
    if (i == 0) {
        int n = 0;
        sizes[n++] = sizeof(float3);
        sizes[n++] = sizeof(body);
        sizes[n++] = vec_step(float3);
        sizes[n++] = vec_step(mine.cell);
        sizes[n++] = sizeof(uchar3) + sizeof(double2) * 100;
        sizes[n++] = sizeof mine.speed.xy;
        sizes[n++] = (int)sizeof(((body *)0)->cell);
        sizes[n++] = (int)((size_t)&((__global body *)0)->cell);
    }
}
