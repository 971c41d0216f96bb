// Seven points in space: planes of 128 by 128 words, one below the other.
.data
0 0x0      128 4096
1 0x200000 128 4096
2 0x400000 16 1
.text
    sldg s0, 2, 3
    bufquery.dim_x s4, 0
    smov s3, 1
    smov s10, sc.dim_x
    sisub s11, s4, 1
    sisub s6, s4, 2
    smov s13, 2
    mov v0, vc.tid_x
    isub v0, v0, s10
    itest.ge p0, v0
    mov v1, vc.tid_y
    and v1, v1, s11
    isub v1, v1, s6
    itest.ge p1, v1
    pbool.or p0, p0, p1
    exit p0
    ldglin v0, 0, s3, s3
    ldglin v1, 0, s3, s4
    add v0, v0, v1
    siadd s5, s4, 1
    ldglin v1, 0, 0, s5
    add v0, v0, v1
    ldglin v1, 0, s13, s5
    add v0, v0, v1
    ldglin v2, 0, s3, s5
    siadd s7, s4, 2
    ldglin v1, 0, s3, s7
    add v0, v0, v1
    siadd s8, s4, 129
    ldglin v1, 0, s3, s8
    siadd s9, s4, 1
    add v0, v0, v1
    mul v0, v0, s1
    mad.neg v0, v2, s0, v0
    stglin v0, 1, s3, s9
    exit
