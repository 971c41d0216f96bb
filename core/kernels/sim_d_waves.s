// lanescope: title A sum of waves, points as scalars
// lanescope: look A sine and a cosine take 32 cycles each, all other instructions 8. Points come from the scratchpad, four words at a time.
// lanescope: machine sim_d/author
// lanescope: global 2048
// lanescope: local 1024
// lanescope: arg 0 float[2048] random(14, -1, 1)
// lanescope: arg 1 float[2048] random(15, -1, 1)
// lanescope: arg 2 float[2048] random(16, -1, 1)
// lanescope: arg 5 float[64] random(17, -1, 1)
.data
0 0x0    2048 1
1 0x2000 2048 1
2 0x4000 2048 1
3 0x6000 2048 1
4 0x8000 2048 1
5 0xa000 64 1             // x, y, z and weight of 16 points
.sp_data
0 0x0 64 1
.text
    ldglin v0, 0
    ldglin v1, 1
    ldglin v2, 2
    ldg2sptile 0, 5
    mov v3, 0.0
    mov v4, 0.0
    smov s0, 0
    smovssp sc.sd_words, 4
point:
    sldsp s4, 0, s0
    mul v5, v0, s4
    mad v5, v1, s5, v5
    mad v5, v2, s6, v5
    mul v5, v5, M_2PI_F
    cos v6, v5
    sin v7, v5
    siadd s0, s0, 4
    mad v3, v6, s7, v3
    sisub s1, s0, 64
    mad v4, v7, s7, v4
    #bound branchcycle 15 1
    sicj.l point, s1
    stglin v3, 3
    stglin v4, 4
    exit
