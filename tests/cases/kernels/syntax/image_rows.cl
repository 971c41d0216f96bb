// Images of one row, one that is read and written, halves and integers of 16 bits.
// lanescope: global 8 8
// lanescope: local 8 4
// lanescope: arg row image1d rgba16i 64 random(6, -3000, 3000)
// lanescope: arg both image2d r32f 8x8 iota(0, 0.5)
// lanescope: arg small image2d rg16f 8x8
// lanescope: arg wide image1d r32i 64
__kernel void image_rows(read_only image1d_buffer_t row, read_write image2d_t both, write_only image2d_t small, write_only image1d_buffer_t wide)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    int i = p.y * get_image_width(both) + p.x;
    int4 v = read_imagei(row, i);
    float f = read_imagef(both, p).x;
    write_imagef(both, p, (float4)(f * f, 0, 0, 0));
    write_imagef(small, p, (float4)(f / 3.0f, v.y, 0, 0));
    write_imagei(wide, i, v.wxyz * v.x);
}
