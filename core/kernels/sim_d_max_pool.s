// lanescope: title The largest of nine, from a tile
// lanescope: look A tile of 65 by 65 words serves 32 by 32 work-items. At the right edge it is cut: the request asks for fewer words.
// lanescope: machine sim_d/author
// lanescope: global 55 55
// lanescope: local 32
// lanescope: arg 0 float[12321] random(6, -1, 1)
.data
0 0x0     111 111
1 0x10000 55 55
.sp_data
0 0x0 65 65
.text
    mov v0, vc.tid_x
    isub v0, v0, 55
    itest.ge p0, v0
    mov v1, vc.tid_y
    isub v1, v1, 55
    itest.ge p1, v1
    pbool.or p0, p0, p1
    exit p0                 // outside the launch
    smov s0, sc.wg_off_x
    smov s1, sc.wg_off_y
    sshl s0, s0, 1
    sshl s1, s1, 1
    ldg2sptile 0, 0, s0, s1
    mov v1, vc.lid_x
    mov v2, vc.lid_y
    imul v1, v1, 2
    imad v1, v2, 130, v1
    mov v0, -FLT_MAX
    smov s2, 3
row:
    smov s3, 3
column:
    movvsp vc.mem_idx, v1
    ldspbidx 0
    mov v2, vc.mem_data
    max v0, v0, v2
    iadd v1, v1, 1
    sisub s3, s3, 1
    #bound branchcycle 2 1
    sicj.g column, s3
    iadd v1, v1, 62
    sisub s2, s2, 1
    #bound branchcycle 2 1
    sicj.g row, s2
    stglin v0, 1
    exit
