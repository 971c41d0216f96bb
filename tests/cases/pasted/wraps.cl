// lanescope: title Indices that wrap before they are widened
// lanescope: global 64
// lanescope: local 32
// lanescope: arg out [64]
// lanescope: arg sums [64]
// lanescope: arg factor 100000000
// Neighbouring elements differ by the same amount until the product wraps: a widened one is exact all the same.
__kernel void wraps(__global long *out, __global float *sums, const int factor)
{
    int i = get_global_id(0);
    int x = (int)((uint)i * 100000000u);
    int y = i * factor;
    out[i] = x;
    sums[i] = (float)((long)y + 1) + ((long)x - (long)y > 3 ? 1.0f : 0.0f);
}
