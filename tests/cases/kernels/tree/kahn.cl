// Levels of a graph without circles: nodes that wait for nobody are done, and those behind them wait less.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg before [32] random(273, 0, 31)
// lanescope: arg level [32]
__kernel void kahn(__global const uchar2 *before, __global int *level)
{
    __local int waits[32];
    __local int done[32];
    const int v = get_local_id(0);
    // A node waits for two with smaller numbers, of which there may be none.
    const uchar2 b = before[v];
    const int x = b.x < v ? b.x : -1, y = b.y < v ? b.y : -1;
    waits[v] = (x >= 0) + (y >= 0);
    done[v] = -1;
    int mine = -1;
    for (int round = 0; round < 32; round++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const bool goes = mine < 0 && waits[v] == 0;
        if (goes)
            mine = round;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (goes)
            done[v] = round;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x >= 0 && done[x] == round) waits[v]--;
        if (y >= 0 && done[y] == round) waits[v]--;
    }
    level[v] = mine;
}
