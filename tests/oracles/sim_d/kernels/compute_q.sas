// Sums of waves over points, four words each, of which 256 at a time come to the scratchpad.
.data
0 0x0      262144 1
1 0x100000 262144 1
2 0x200000 262144 1
3 0x300000 262144 1
4 0x400000 262144 1
5 0x500000 8192 1
.sp_data
0 0x0 1024 1
.text
    ldglin v0, 0
    ldglin v1, 1
    ldglin v2, 2
    ldglin v3, 3
    smov s1, 2048
    smovssp sc.sd_words, 4
    ldglin v4, 4
    smov s2, 0
next:
    sand s8, s1, 255
    #bound branchcycle 255 1 255
    sicj.nz point, s8
    smov s0, 0
    ldg2sptile 0, 5, s2
point:
    sldsp s4, 0, s0
    mul v5, v0, s4
    mad v5, v1, s5, v5
    mad v5, v2, s6, v5
    mul v5, v5, M_2PI_F
    siadd s0, s0, 4
    siadd s2, s2, 4
    sisub s1, s1, 1
    cos v6, v5
    sin v7, v5
    mul v6, v6, s7
    mul v7, v7, s7
    add v3, v3, v6
    add v4, v4, v7
    #bound branchcycle 2047 1
    sicj.g next, s1
    stglin v3, 3
    stglin v4, 4
    exit
