// A filter that keeps edges: weights by distance and by difference; the image is read with a sampler that clamps.
// lanescope: global 16 12
// lanescope: local 8 4
// lanescope: arg in image2d r32f 16x12 random(3, 0, 1)
// lanescope: arg out image2d r32f 16x12
// lanescope: arg radius 2
// lanescope: arg inv_space 0.125
// lanescope: arg inv_range 8
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void bilateral(read_only image2d_t in, write_only image2d_t out, int radius, float inv_space, float inv_range)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    float centre = read_imagef(in, edge, p).x, sum = 0, weights = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            float v = read_imagef(in, edge, p + (int2)(dx, dy)).x;
            float d = v - centre;
            float w = native_exp(-(dx * dx + dy * dy) * inv_space - d * d * inv_range);
            sum += w * v;
            weights += w;
        }
    write_imagef(out, p, (float4)(sum / weights, 0, 0, 1));
}
