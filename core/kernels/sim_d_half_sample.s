// lanescope: title Half the size of a picture
// lanescope: look A tile of 64 by 64 words comes to the scratchpad, where each work-item finds four of them by their places.
// lanescope: look Values far from the first are left out.
// lanescope: machine sim_d/author
// lanescope: global 64 32
// lanescope: local 32
// lanescope: arg 0 float[8192] random(5, 0, 1)
.data
0 0x0    128 64
1 0x8000 64 32
.sp_data
0 0x0 64 64
.text
    smov s0, sc.wg_off_x
    smov s1, sc.wg_off_y
    sshl s0, s0, 1
    sshl s1, s1, 1
    ldg2sptile 0, 0, s0, s1
    mov v0, vc.lid_x
    mov v1, vc.lid_y
    imul v0, v0, 2
    imad v0, v1, 128, v0
    mov v2, 0.0             // sum
    mov v3, 0.0             // how many
    smov s2, 0              // first row, then the one below
row:
    smov s3, 2
column:
    movvsp vc.mem_idx, v0
    ldspbidx 0
    mov v4, vc.mem_data
    test.nz p1, v3
    cpush.if first
    nop
    cmask p1                // the first one is what the others are compared with
    mul v5, v4, 1.0
    cpop
first:
    add.neg v6, v4, v5
    abs v6, v6
    add v6, v6, -0.5
    cpush.if far
    test.ge p0, v6
    cmask p0
    add v2, v2, v4
    add v3, v3, 1.0
    cpop
far:
    iadd v0, v0, 1
    sisub s3, s3, 1
    #bound branchcycle 1 1
    sicj.g column, s3
    iadd v0, v0, 62
    siadd s2, s2, 1
    sisub s4, s2, 2
    #bound branchcycle 1 1
    sicj.l row, s4
    rcp v3, v3
    mul v2, v2, v3
    stglin v2, 1
    exit
