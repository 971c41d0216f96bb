// What all work-items come to on one way and only some on the other, behind barriers that one way has: the way with the
// early return gets a tail of its own.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg x [48]
// lanescope: arg n 5
// lanescope: arg mode 2
__kernel void leaves_behind(__global int *x, const int n, const int mode)
{
    __local int tile[24];
    const int i = get_local_id(0);
    tile[i] = i * i;
    if (n + (int)get_group_id(0) > 5) {
        switch (mode) {
        case 0: tile[i] += 1; barrier(CLK_LOCAL_MEM_FENCE); break;
        case 1: tile[i] += 2; break;
        default: barrier(CLK_LOCAL_MEM_FENCE); tile[i] += tile[23 - i] > 200 ? 5 : 3; break;
        }
    } else {
        if (i % 5 == 3)
            return;
        tile[i] -= 7;
    }
    for (int k = 0; k < i % 4; k++)
        tile[i] += k;
    x[get_global_id(0)] = tile[i];
}
