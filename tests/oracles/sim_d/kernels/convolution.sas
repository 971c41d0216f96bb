// A filter of 7 by 7 over three planes; the weights of an output plane and a tile of an input plane lie in the scratchpad.
.data
0 0x0       224 672
1 0x1000000 7 1344
2 0x2000000 218 13952
3 0x3000000 16 1
.sp_data
0 0x0    7 21
1 0x1000 38 38
.text
    sldg s0, 3, 3
    smov s3, sc.wg_off_x
    smov s4, sc.wg_off_y
    smov s5, 224
    smov s7, 0
    smov s14, -6
    smov s16, 0
    smov s18, 224
    smov s6, 0
    mov v0, 0.0
    sidiv s8, s4, s5
    mov v2, vc.tid_x
    simod s4, s4, s5
    isub v2, v2, 218
    itest.ge p0, v2
    mov v3, vc.lid_y
    siadd s11, s4, -218
    smovssp sc.sd_words, 1
    simul s10, s8, 21
    smov s12, 0
    iadd v3, v3, s11
    itest.ge p1, v3
    pbool.or p0, p0, p1
    exit p0
    ldg2sptile 0, 1, 0, s10
plane:
    smov s12, 0
    ldg2sptile 1, 0, s3, s4
row:
    smov s6, 0
column:
    ldsplin v1, 1, s6, s12
    sldsp s13, 0, s6, s7
    siadd s6, s6, 1
    mad v0, v1, s13, v0
    sisub s9, s6, 7
    #bound branchcycle 6 1
    sicj.l column, s9
    siadd s12, s12, 1
    siadd s7, s7, 1
    sisub s9, s12, 7
    #bound branchcycle 6 1
    sicj.l row, s9
    siadd s16, s16, 1
    siadd s4, s4, s18
    sisub s9, s16, 3
    #bound branchcycle 2 1
    sicj.l plane, s9
    simul s17, s8, s14
    stglin v0, 2, 0, s17
    exit
