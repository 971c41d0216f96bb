// Some leave before the barrier, some stay for one round, and the last one finds what the others have left.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg stay [96] random(13, 0, 5)
// lanescope: arg out [96]
__kernel void leave_early(__global const int *stay, __global int *out)
{
    __local int board[32];
    const int l = get_local_id(0), g = get_global_id(0);
    board[l] = l + 1;
    out[g] = -1;
    if (stay[g] == 0)
        return;
    for (int round = 0;; round++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (round == stay[g]) {
            out[g] = board[l];
            return;
        }
        int seen = board[(l + 1) % 32];
        barrier(CLK_LOCAL_MEM_FENCE);
        board[l] = seen * 3 + round;
    }
}
