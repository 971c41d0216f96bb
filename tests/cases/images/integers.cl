// lanescope: title Integers of images, and those that do not fit
// lanescope: global 16 8
// lanescope: local 16 1
// lanescope: arg in image2d rg16i 16x8 random(4, -32768, 32767)
// lanescope: arg bytes image2d rgba8u 16x8
// lanescope: arg words image2d r32u 16x8
// lanescope: arg row image1d rgba32i 128 iota(-200, 3)
__kernel void integers(read_only image2d_t in, write_only image2d_t bytes, write_only image2d_t words, read_only image1d_buffer_t row)
{
    int x = get_global_id(0), y = get_global_id(1);
    int4 v = read_imagei(in, (int2)(x, y)), w = read_imagei(row, y * 16 + x);
    write_imageui(bytes, (int2)(x, y), as_uint4(v.xyxw >> 6) + as_uint4(w));
    write_imageui(words, (int2)(x, y), as_uint4(v * w));
}
