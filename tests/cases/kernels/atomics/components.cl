// Parts of a picture that hang together: labels sink to the smallest around until none changes.
// lanescope: global 16 4
// lanescope: local 16 4
// lanescope: arg picture [256] random(343, 0, 2)
// lanescope: arg label [256]
// lanescope: arg parts [1]
#define N 16

__kernel void components(__global const uchar *picture, __global int *label, __global int *parts)
{
    __local int l[N * N];
    __local int changed;
    const int x = get_local_id(0);
    for (int y = get_local_id(1); y < N; y += 4)
        l[y * N + x] = y * N + x;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int y = get_local_id(1); y < N; y += 4) {
            const int at = y * N + x;
            const int right = x + 1 < N ? at + 1 : at, below = y + 1 < N ? at + N : at;
            for (int k = 0; k < 2; ++k) {
                const int other = k ? below : right;
                if (picture[other] != picture[at])
                    continue;
                const int a = l[at], b = l[other];
                if (a < b)
                    atomic_min(&l[other], a), changed = 1;
                else if (b < a)
                    atomic_min(&l[at], b), changed = 1;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    } while (changed);
    for (int y = get_local_id(1); y < N; y += 4) {
        label[y * N + x] = l[y * N + x];
        if (l[y * N + x] == y * N + x)
            atomic_inc(parts);
    }
}
