// Work-items part and meet again where others come too: in a case that falls through into the next, at the end of one
// arm of an `if` whose other arm has a barrier, and behind a loop that they leave in several ways.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg a [48] random(3, 0, 9)
// lanescope: arg flags [4] {1, 0, 1, 2}
// lanescope: arg out [48]
__kernel void meet(__global const int *a, __global const int *flags, __global int *out)
{
    __local int tile[24];
    int i = get_global_id(0), l = get_local_id(0);
    int v = a[i];
    for (int turn = 0; turn < 4; turn++) {
        switch (flags[turn]) {
        case 1:
            if (v & 1) v += 3;
        case 0:
            if (flags[3] == 2) {
                tile[l] = v;
                barrier(CLK_LOCAL_MEM_FENCE);
                v += tile[(l + turn + 1) % 24];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            break;
        default:
            v ^= 5;
        }
        if (flags[turn] == 0) {
            tile[l] = v & 15;
            barrier(CLK_LOCAL_MEM_FENCE);
            v -= tile[23 - l];
            barrier(CLK_LOCAL_MEM_FENCE);
        } else {
            for (int t = 0; t < (a[i] & 3); t++) {
                if (v % 5 == 0) break;
                v += t;
            }
        }
    }
    out[i] = v;
}
