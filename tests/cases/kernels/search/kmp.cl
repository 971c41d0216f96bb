// Knuth-Morris-Pratt: the failure function is worked out once for each group in local memory.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg text [64*32] random(23, 0, 1)
// lanescope: arg pattern [5] list(0, 1, 0, 1, 0)
// lanescope: arg count [64]
// lanescope: arg first [64]
#define M 5
#define CHUNK 32

__kernel void kmp(__global const uchar *text, __global const uchar *pattern, __global ushort *count, __global short *first)
{
    __local uchar p[M];
    __local char fail[M + 1];
    if (get_local_id(0) == 0) {
        int k = -1;
        fail[0] = -1;
        for (int i = 0; i < M; i++) {
            p[i] = pattern[i];
            while (k >= 0 && p[k] != p[i])
                k = fail[k];
            fail[i + 1] = ++k;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const size_t gid = get_global_id(0);
    const int begin = gid * CHUNK;
    ushort hits = 0;
    short where = -1;
    int state = 0;
    for (int i = 0; i < CHUNK; i++) {
        while (state >= 0 && (state == M || p[state] != text[begin + i]))
            state = fail[state];
        if (++state == M) {
            if (hits++ == 0)
                where = i - M + 1;
        }
    }
    count[gid] = hits;
    first[gid] = where;
}
