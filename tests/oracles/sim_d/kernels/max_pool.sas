// The largest of 3 by 3 words, every second column and row, of 64 planes; each plane takes 64 rows of the launch.
.data
0 0x0       111 7104
1 0x1000000 55 3520
2 0x2000000 16 1
.sp_data
0 0x0 65 65
.text
    sldg s0, 2
    mov v0, vc.tid_x
    isub v0, v0, 55
    itest.ge p0, v0
    mov v1, vc.tid_y
    and v1, v1, 63
    isub v1, v1, 55
    itest.ge p1, v1
    pbool.or p0, p0, p1
    exit p0
    smov s2, sc.wg_off_y
    smov s6, 3
    smov s7, 3
    smov s1, sc.wg_off_x
    smov s8, 65
    sshl s1, s1, 1
    sshr s4, s2, 6
    sand s3, s2, 63
    sshl s3, s3, 1
    simul s5, s4, 111
    siadd s5, s5, s3
    siadd s5, s5, s0
    ldg2sptile 0, 0, s1, s5
    mov v2, vc.lid_x
    mov v3, vc.lid_y
    imad v2, v3, s8, v2
    smov s10, 0
row:
    smov s6, 3
    iadd v2, v2, v2
    mov v0, -FLT_MAX
    max v4, v4, v0
    movvsp vc.mem_idx, v2
column:
    ldspbidx 0
    mov v1, vc.mem_data
    max v0, v0, v1
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    siadd s10, s10, 1
    sisub s6, s6, 1
    #bound branchcycle 2 1
    sicj.g column, s6
    siadd s11, s4, s4
    sisub s7, s7, 1
    #bound branchcycle 2 1
    sicj.g row, s7
    simul s9, s4, -9
    stglin v0, 1, 0, s9
    exit
