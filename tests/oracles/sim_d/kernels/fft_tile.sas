// The skeleton of a transform of radix 2: as many instructions of each kind before each transfer as the original has.
.data
0 0x0      512 1024
1 0x200000 512 1024
2 0x400000 16 1
.sp_data
0 0x0 512 8
.text
    sldg s0, 2
    smov s8, 0
    smov s1, sc.wg_off_y
    ldg2sptile 0, 0, 0, s1
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    ldspbidx 0
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    ldspbidx 0
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    ldspbidx 0
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    ldspbidx 0
    cos v4, v5
    sin v6, v5
    rcp v7, v5
    rcp v8, v5
    rcp v9, v5
    siadd s2, s9, 1
    siadd s3, s2, 1
    siadd s4, s9, 1
    siadd s5, s3, 1
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    stspbidx 0
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    stspbidx 0
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    stspbidx 0
    add v1, v2, v3
    add v1, v2, v3
    add v1, v2, v3
    stspbidx 0
    stg2sptile 0, 1, 0, s1
    exit
