// Normals from the vectors between four neighbours: a tile with a border comes to the scratchpad, the tile of results goes from there.
// Its arithmetic is the skeleton of the original's: as many instructions of each kind.
.data
0 0x0      1920 480
1 0x400000 1920 480
.sp_data
0 0x0    102 34
1 0x4000 96 32
.text
    mov v0, vc.tid_x
    mov v1, vc.lid_y
    smov s0, sc.wg_width
    smov s2, 1024
    sidiv s1, s2, s0
    isub v1, v1, s1
    isub v0, v0, 640
    itest.ge p0, v0
    itest.ge p1, v1
    pbool.or p0, p0, p1
    exit p0
    smov s3, sc.wg_off_x
    smov s4, sc.wg_off_y
    simul s3, s3, 3
    sisub s3, s3, 3
    sisub s4, s4, 1
    ldg2sptile 0, 0, s3, s4
    smov s5, 102
    smov s6, 3
    smov s9, 96
    siadd s7, s5, 103
    simul s8, s6, 2
    smov s10, 0
    smov s11, 1
    smov s12, 2
    mov v2, vc.lid_x
    imul v2, v2, 3
    mov v3, vc.lid_y
    imul v3, v3, 102
    iadd v2, v2, v3
    iadd v2, v2, 108
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v4, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v5, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v6, vc.mem_data
    test.ez p0, v6
    pbool.or p1, p1, p0
    iadd v2, v2, -8
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v7, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v8, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v9, vc.mem_data
    test.ez p0, v9
    pbool.or p1, p1, p0
    add.neg v4, v4, v7
    add.neg v5, v5, v8
    add.neg v6, v6, v9
    iadd v2, v2, 103
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v10, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v11, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v12, vc.mem_data
    test.ez p0, v12
    pbool.or p1, p1, p0
    iadd v2, v2, -206
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v7, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v8, vc.mem_data
    iadd v2, v2, 1
    movvsp vc.mem_idx, v2
    ldspbidx 0
    mov v9, vc.mem_data
    add.neg v7, v7, v10
    add.neg v8, v8, v11
    add.neg v9, v9, v12
    mul v10, v5, v9
    mad.neg v10, v6, v8, v10
    mul v11, v6, v7
    mad.neg v11, v4, v9, v11
    mul v12, v4, v8
    mad.neg v12, v5, v7, v12
    mul v13, v10, v10
    mad v13, v11, v11, v13
    mad v13, v12, v12, v13
    rsqrt v13, v13
    mul v10, v10, v13
    mul v11, v11, v13
    mul v12, v12, v13
    iadd v3, v3, v3
    movvsp vc.mem_idx, v3
    movvsp vc.mem_data, v10
    stspbidx 1
    iadd v3, v3, 1
    movvsp vc.mem_idx, v3
    movvsp vc.mem_data, v11
    stspbidx 1
    iadd v3, v3, 1
    movvsp vc.mem_idx, v3
    movvsp vc.mem_data, v12
    stspbidx 1
    smov s3, sc.wg_off_x
    smov s4, sc.wg_off_y
    simul s3, s3, 3
    stg2sptile 1, 1, s3, s4
    exit
