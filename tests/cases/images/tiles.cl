// lanescope: title An image that repeats, and one that is mirrored
// lanescope: global 24 24
// lanescope: local 8 4
// lanescope: arg in image2d bgra8 7x5 random(3, 0, 255)
// lanescope: arg out image2d rgba16 24x24
__kernel void tiles(__read_only image2d_t in, __write_only image2d_t out)
{
    const sampler_t again = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    const sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
    int x = get_global_id(0), y = get_global_id(1);
    float2 at = (float2)(x / 9.0f - 0.7f, y / 9.0f - 0.7f);
    write_imagef(out, (int2)(x, y), 0.5f * (read_imagef(in, again, at) + read_imagef(in, mirror, at)));
}
