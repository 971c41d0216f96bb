// An image made larger by the sampler's linear filter: normalised coordinates, the edge repeated.
// lanescope: global 24 16
// lanescope: local 8 4
// lanescope: arg in image2d rgba32f 7x5 random(5, -1, 1)
// lanescope: arg out [384]
__kernel void resize_linear(__read_only image2d_t in, __global float4 *out)
{
    const sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    size_t w = get_global_size(0), h = get_global_size(1);
    float2 at = ((float2)(get_global_id(0), get_global_id(1)) + 0.5f) / (float2)(w, h);
    out[get_global_id(1) * w + get_global_id(0)] = read_imagef(in, smooth, at);
}
