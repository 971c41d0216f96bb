// Every way to write to some components of a vector.
// lanescope: global 32
// lanescope: local 8
// lanescope: arg in [32] random(1, -100, 100)
// lanescope: arg out [32]
__kernel void swizzle_writes(__global const int4 *in, __global int8 *out)
{
    int i = get_global_id(0);
    int4 v = in[i];
    int8 r = (int8)(v, v.wzyx);
    r.s07 = r.s70;
    r.even += 1000;
    r.lo.hi = v.xy;
    r.hi.s3 *= 2;
    r.S4 -= v.x;
    v.zx = v.xz + (int2)(5, 7);
    r.odd = v.yxwz;
    r[2] ^= v.w;
    for (int k = 5; k < 7; k++)
        r[k] += k;
    out[i] = r;
}
