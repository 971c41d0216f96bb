// FNV-1a over strings of different lengths: a string ends where the next one begins.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg text [2048] random(11, 0, 255)
// lanescope: arg begin [64] iota(0, 29)
// lanescope: arg hash [64]
// lanescope: arg count 64
__kernel void fnv1a(__global const uchar *text, __global const int *begin, __global uint *hash, int count)
{
    int i = get_global_id(0);
    int end = i + 1 < count ? begin[i + 1] : 2048;
    uint h = 2166136261u;
    for (int k = begin[i]; k < end; k++)
        h = (h ^ text[k]) * 16777619u;
    hash[i] = h;
}
