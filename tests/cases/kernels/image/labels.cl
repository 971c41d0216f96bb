// Connected parts of a picture: each pixel takes the least label around, until none of the group changes any more.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg in [256] random(14, 0, 2)
// lanescope: arg label [256]
#define N 16
__kernel void labels(__global const uchar *in, __global int *label)
{
    __local int own[N * N];
    __local int changed;
    const int l = get_local_id(0);
    for (int k = l; k < N * N; k += 32)
        own[k] = in[k] ? k : -1;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == 0)
            changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = l; k < N * N; k += 32) {
            int x = k % N, y = k / N, old = own[k], v = old;
            if (old < 0) continue;
            if (x > 0 && own[k - 1] >= 0) v = min(v, own[k - 1]);
            if (x < N - 1 && own[k + 1] >= 0) v = min(v, own[k + 1]);
            if (y > 0 && own[k - N] >= 0) v = min(v, own[k - N]);
            if (y < N - 1 && own[k + N] >= 0) v = min(v, own[k + N]);
            if (v < old) {
                atomic_min(&own[k], v);
                changed = 1;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (changed);
    for (int k = l; k < N * N; k += 32)
        label[k] = own[k];
}
