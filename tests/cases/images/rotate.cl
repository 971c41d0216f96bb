// lanescope: title An image turned around its middle
// lanescope: global 32 32
// lanescope: local 8 4
// lanescope: arg in image2d rgba16f 20x28 random(2, -1, 1)
// lanescope: arg s sampler linear clamp
// lanescope: arg out image2d r32f 32x32
// lanescope: arg angle 0.5
float4 turned(read_only image2d_t in, sampler_t s, float2 at, float angle)
{
    float2 middle = convert_float2(get_image_dim(in)) * 0.5f;
    float2 from = at - 16.0f;
    float2 to = (float2)(from.x * cos(angle) - from.y * sin(angle), from.x * sin(angle) + from.y * cos(angle));
    return read_imagef(in, s, to + middle);
}

__kernel void rotate_image(read_only image2d_t in, sampler_t s, write_only image2d_t out, float angle)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 colour = turned(in, s, convert_float2(at) + 0.5f, angle);
    write_imagef(out, at, dot(colour, (float4)(0.25f)));
}
