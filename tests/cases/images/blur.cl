// lanescope: title Blur of an image
// lanescope: global 32 24
// lanescope: local 8 4
// lanescope: arg in image2d rgba8 30x22 random(1, 0, 255)
// lanescope: arg out image2d rgba8 30x22
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void blur(__read_only image2d_t in, __write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(in) || at.y >= get_image_height(in)) return;
    float4 sum = (float4)(0.0f);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += read_imagef(in, edge, at + (int2)(dx, dy)) * ((dx == 0 ? 2.0f : 1.0f) * (dy == 0 ? 2.0f : 1.0f));
    write_imagef(out, at, sum / 16.0f);
}
