// lanescope: title A filter of 3 by 3
// lanescope: look Weights are one for all: they come as scalars, one at a time. Phases are short, and the stalls of the inner loop show.
// lanescope: machine sim_d/author
// lanescope: global 62 62
// lanescope: local 32
// lanescope: arg 0 float[4096] random(7, -1, 1)
// lanescope: arg 1 float[9] random(8, -1, 1)
.data
0 0x0    64 64
1 0x4000 3 3
2 0x8000 62 62
.sp_data
0 0x0    3 3
1 0x1000 34 34
.text
    smov s0, sc.wg_off_x
    smov s1, sc.wg_off_y
    ldg2sptile 0, 1
    ldg2sptile 1, 0, s0, s1
    mov v0, 0.0
    smovssp sc.sd_words, 1
    smov s3, 0              // row
row:
    smov s2, 0              // column
column:
    ldsplin v1, 1, s2, s3
    sldsp s4, 0, s2, s3
    siadd s2, s2, 1
    mad v0, v1, s4, v0
    sisub s5, s2, 3
    #bound branchcycle 2 1
    sicj.l column, s5
    siadd s3, s3, 1
    sisub s5, s3, 3
    #bound branchcycle 2 1
    sicj.l row, s5
    stglin v0, 2
    exit
