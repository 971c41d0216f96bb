// lanescope: global 70 42
// lanescope: local 14 14
// lanescope: arg temp uint[1200] list(1103167488, 1108295680, 1109983232, 1104543744, 1116520448, 1101266944, 1114324992, 1115906048, 1108688896, 1102413824, 1111801856, 1112686592, 1109180416, 1115521024, 1115471872, 1118584832, 1118289920, 1108852736, 1114947584, 1115537408, 1117634560, 1110441984, 1112522752, 1108967424, 1109753856, 1106575360, 1118158848, 1106706432, 1112752128, 1115963392, 1114898432, 1116364800, 1105625088, 1115340800, 1113227264, 1117691904, 1108328448, 1116602368, 1108967424, 1117700096, 1117151232, 1103888384, 1109737472, 1113538560, 1118806016, 1116323840, 1109475328, 1105100800, 1107689472, 1110491136, 1116463104, 1117405184, 1109704704, 1109442560, 1116905472, 1119019008, 1114734592, 1113735168, 1111785472, 1115029504, 1112834048, 1118732288, 1116758016, 1117552640, 1107918848, 1108279296, 1114619904, 1115062272, 1107525632, 1113145344, 1108000768, 1111867392, 1112899584, 1118986240, 1117831168, 1118478336, 1118920704, 1101037568, 1106116608, 1118404608, 1117626368, 1107394560, 1110065152, 1116479488, 1111031808, 1106280448, 1104510976, 1116823552, 1115987968, 1101398016, 1114308608, 1116119040, 1115889664, 1111834624, 1113440256, 1113554944, 1117200384)
// lanescope: arg power uint[1200] list(1056964608, 1048576000, 1031798784, 1059061760, 1048576000, 1063256064, 1056964608, 1058013184, 1063256064, 1063256064, 1050673152, 1044381696, 1044381696, 1060110336, 1061158912, 1052770304, 1040187392, 1060110336, 1064304640, 1059061760, 1050673152, 1059061760, 1052770304, 1040187392, 1061158912, 1031798784, 1040187392, 1059061760, 1056964608, 1048576000, 1056964608, 1061158912, 1050673152, 1050673152, 1040187392, 1063256064, 1044381696, 1062207488, 1044381696, 1063256064, 1058013184, 1052770304, 1061158912, 1052770304, 1031798784, 1040187392, 1056964608, 1050673152, 1050673152, 1052770304, 1061158912, 1060110336, 1031798784, 1052770304, 1062207488, 1056964608, 1050673152, 1050673152, 1063256064, 1058013184, 1064304640, 1060110336, 1060110336, 1065353216, 1060110336, 1060110336, 1061158912, 1040187392, 1044381696, 1056964608, 1056964608, 1060110336, 1058013184, 0, 0, 1058013184, 1056964608, 1058013184, 0, 1031798784, 1056964608, 1054867456, 1050673152, 1048576000, 1052770304, 1040187392, 1061158912, 1040187392, 1060110336, 1052770304, 1040187392, 1048576000, 1060110336, 1050673152, 1048576000, 1059061760, 1062207488)
// lanescope: arg dst float[1200] zeros
// lanescope: arg cols 40
// lanescope: arg rows 30
// lanescope: arg cap 0.5
#define BLK 14
#define STEPS 2
#define IN_RANGE(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define CLAMP_RANGE(x, lo, hi) (((x) < (lo)) ? (lo) : (((x) > (hi)) ? (hi) : (x)))
#ifndef BLK
#error no block
#endif
__kernel __attribute__((reqd_work_group_size(BLK, BLK, 1)))
void hot(__global const float *restrict temp, __global const float *restrict power, __global float *restrict dst,
         const int cols, const int rows, const float cap)
{
    __local float cur[BLK][BLK];
    __local float pw[BLK][BLK];
    __local float nxt[BLK][BLK];
    const int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
    const int small = BLK - STEPS * 2;
    const int blkY = small * by - STEPS, blkX = small * bx - STEPS;
    const int yidx = blkY + ty, xidx = blkX + tx;
    int index = cols * yidx + xidx;
    if (IN_RANGE(yidx, 0, rows - 1) && IN_RANGE(xidx, 0, cols - 1)) {
        cur[ty][tx] = temp[index];
        pw[ty][tx] = power[index];
    } else { cur[ty][tx] = 0.0f; pw[ty][tx] = 0.0f; nxt[ty][tx] = 0.f; }
    barrier(CLK_LOCAL_MEM_FENCE);
    int vy0 = (blkY < 0) ? -blkY : 0, vy1 = (blkY + BLK - 1 > rows - 1) ? BLK - 1 - (blkY + BLK - 1 - rows + 1) : BLK - 1;
    int vx0 = (blkX < 0) ? -blkX : 0, vx1 = (blkX + BLK - 1 > cols - 1) ? BLK - 1 - (blkX + BLK - 1 - cols + 1) : BLK - 1;
    int N = ty - 1, S = ty + 1, W = tx - 1, E = tx + 1;
    N = (N < vy0) ? vy0 : N; S = (S > vy1) ? vy1 : S; W = (W < vx0) ? vx0 : W; E = (E > vx1) ? vx1 : E;
    bool computed = false;
    for (int i = 0; i < STEPS; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLK - i - 2) && IN_RANGE(ty, i + 1, BLK - i - 2) && IN_RANGE(tx, vx0, vx1) && IN_RANGE(ty, vy0, vy1)) {
            computed = true;
            nxt[ty][tx] = cur[ty][tx] + cap * (pw[ty][tx] + (cur[S][tx] + cur[N][tx] - 2.0f * cur[ty][tx]) * 0.1f
                + (cur[ty][E] + cur[ty][W] - 2.0f * cur[ty][tx]) * 0.2f + (80.0f - cur[ty][tx]) * 0.01f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == STEPS - 1) break;
        if (computed) cur[ty][tx] = nxt[ty][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed) dst[index] = nxt[ty][tx];
}
