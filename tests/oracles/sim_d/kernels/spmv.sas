// A sparse matrix times a vector, in 49 turns; which rows are over is data, and here none is.
.data
0 0x0 150144 1
1 0x100000 150144 1
2 0x200000 11948 1
3 0x2200d0 32 1
4 0x220000 50 1
5 0x221800 11948 1
6 0x210000 11948 1
.sp_data
0 0x0 50 1
.text
    smov s1, sc.wg_off_x
    smov s2, 49
    smov s3, 0
    mov v5, vc.zero
    itest.nz p0, v5
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    exit p0
    smovssp sc.sd_words, 32
    smovssp sc.sd_period, 32
    smovssp sc.sd_period_cnt, 1
    ldgcidx 3
    smovssp sc.sd_words, 1
    add v1, v2, v3
    add v1, v2, v3
    ldg2sptile 0, 4
    smov s4, 0
turn:
    sldsp s5, 0, s4
    ldglin v2, 1
    ldglin v3, 0
    add v1, v2, v3
    ldgbidx 6
    cpush.if there
    itest.nz p1, v5
    cmask p1
    add v1, v2, v3
    cpop
there:
    add v1, v2, v3
    add v1, v2, v3
    sisub s2, s2, 1
    siadd s6, s2, 0
    #bound branchcycle 48 1
    sicj.nz turn, s6
    ldglin v4, 2
    add v1, v2, v3
    add v1, v2, v3
    stgbidx 5
    exit
