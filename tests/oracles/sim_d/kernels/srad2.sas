// Second step of a diffusion that keeps edges: the coefficients of two neighbours whose places are data.
.data
0 0x0      502 1
1 0x800    1 458
2 0x401000 502 458
3 0x1000   502 458
4 0x101000 502 458
5 0x201000 502 458
6 0x301000 502 458
7 0x501000 502 458
8 0x601000 16 1
.text
    smov s0, sc.dim_x
    smov s1, sc.dim_y
    mov v0, vc.tid_x
    mov v1, vc.tid_y
    isub v2, v0, s0
    isub v3, v1, s1
    itest.ge p0, v2
    itest.ge p1, v3
    pbool.or p0, p0, p1
    exit p0
    ldglin v5, 2
    movvsp vc.mem_idx, v0
    ldgbidx 0
    mov v2, vc.mem_data
    movvsp vc.mem_idx, v1
    ldgbidx 1
    smovssp sc.sd_words, 1004
    smovssp sc.sd_period, 1004
    smovssp sc.sd_period_cnt, 1
    smov s0, sc.wg_off_y
    mov v3, vc.mem_data
    mov v1, vc.lid_y
    imad v2, v1, 502, v2
    ldgcidx 2, 0, s0
    mov v4, vc.mem_data
    imul v3, v3, 502
    movvsp vc.mem_idx, v3
    ldgidxit v6, 2
    ldglin v1, 3
    mul v1, v1, v5
    ldglin v2, 4
    mad v1, v2, v4, v1
    ldglin v2, 5
    mad v1, v2, v5, v1
    ldglin v2, 6
    mad v1, v2, v6, v1
    mul v1, v1, 0.25
    ldglin v2, 7
    sldg s2, 8
    mad v2, v1, s2, v2
    stglin v2, 7
    exit
