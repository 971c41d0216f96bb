// A picture and its negative, in another order of channels; half of it through a function that takes images.
// lanescope: global 16 8
// lanescope: local 8 4
// lanescope: arg in image2d rgba8 16x8 random(11, 0, 255)
// lanescope: arg out image2d bgra8 16x8
// lanescope: arg info [4]
void put(write_only image2d_t to, read_only image2d_t from, int2 at)
{
    float4 c = read_imagef(from, at);
    c.xyz = 1.0f - c.xyz;
    write_imagef(to, at, c);
}

__kernel void negative(read_only image2d_t in, write_only image2d_t out, __global int *info)
{
    int2 at = { get_global_id(0), get_global_id(1) };
    if (at.x < get_image_width(in) / 2)
        put(out, in, at);
    else
        write_imagef(out, at, read_imagef(in, at).zyxw.zyxw);
    if (!at.x && !at.y) {
        int2 d = get_image_dim(out);
        info[0] = d.x * 100 + d.y;
        info[1] = get_image_channel_order(out) == CLK_BGRA;
        info[2] = get_image_channel_data_type(in) == CLK_UNORM_INT8;
        info[3] = get_image_height(in);
    }
}
