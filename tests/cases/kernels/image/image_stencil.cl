// Integer images: a Laplacian of bytes into shorts with signs; outside is the border's zero.
// lanescope: global 16 16
// lanescope: local 8 4
// lanescope: arg in image2d r8u 16x16 random(15, 0, 255)
// lanescope: arg out image2d rg16i 16x16
// lanescope: arg s sampler nearest clamp unnormalized
__kernel void laplacian(read_only image2d_t in, write_only image2d_t out, sampler_t s)
{
    const int2 p = (int2)(get_global_id(0), get_global_id(1));
    int sum = 0;
    int4 centre = convert_int4(read_imageui(in, s, p));
    const int2 around[] = { (int2)(1, 0), (int2)(-1, 0), (int2)(0, 1), (int2)(0, -1) };
    for (int k = 0; k < 4; k++)
        sum += (int)read_imageui(in, s, p + around[k]).x;
    write_imagei(out, p, (int4)(sum - 4 * centre.x, centre.x * -200, 1, 1));
}
