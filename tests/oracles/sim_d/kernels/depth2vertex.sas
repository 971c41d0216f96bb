// Points in space from depths: the inverse of the camera's matrix times (x, y, 1), times the depth; zeros where there is none.
.data
0 0x0      640 480
1 0x180000 1920 480
2 0x680000 16 1
.sp_data
0 0x0 192 16
.text
    mov v0, vc.tid_x
    mov v1, vc.tid_y
    smov s0, sc.dim_x
    smov s1, sc.dim_y
    isub v2, v0, s0
    isub v3, v1, s1
    itest.ge p0, v2
    itest.ge p1, v3
    pbool.or p0, p0, p1
    exit p0
    ldglin v2, 0
    cvt.i2f v0, v0
    cvt.i2f v1, v1
    test.le p0, v2
    mov v4, 0.0
    sldg s0, 2, 11
    mov v5, 0.0
    mov v6, 0.0
    mov v3, vc.lid_x
    cpush.if done
    cmask p0
    mul v4, v0, s0
    mad v4, v1, s1, v4
    add v4, v4, s2
    mul v4, v4, v2
    mul v5, v0, s3
    mad v5, v1, s4, v5
    add v5, v5, s5
    mul v5, v5, v2
    mul v6, v0, s6
    mad v6, v1, s7, v6
    add v6, v6, s8
    mul v6, v6, v2
    cpop
done:
    mov v7, vc.lid_y
    imul v3, v3, 3
    imul v7, v7, 192
    iadd v3, v3, v7
    imax v3, v3, 0
    movvsp vc.mem_idx, v3
    movvsp vc.mem_data, v4
    stspbidx 0
    iadd v3, v3, 1
    movvsp vc.mem_idx, v3
    movvsp vc.mem_data, v5
    stspbidx 0
    iadd v3, v3, 1
    movvsp vc.mem_idx, v3
    movvsp vc.mem_data, v6
    stspbidx 0
    smov s9, sc.wg_off_x
    smov s10, sc.wg_off_y
    simul s9, s9, 3
    stg2sptile 0, 1, s9, s10
    exit
