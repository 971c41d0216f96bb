const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

__kernel void gamma_correct(__read_only image2d_t src, __write_only image2d_t dst, float exponent)
{
    const int2 pos = { get_global_id(0), get_global_id(1) };
    float4 pixel = read_imagef(src, nearest, pos);
    write_imagef(dst, pos, (float4)(pixel.xyz * exponent, pixel.w));
}
