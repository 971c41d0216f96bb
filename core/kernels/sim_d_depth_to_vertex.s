// lanescope: title Depths become points, through the scratchpad
// lanescope: look Three words of each work-item lie side by side. They are put in order in the scratchpad, which one request writes to memory.
// lanescope: machine sim_d/author
// lanescope: global 128 32
// lanescope: local 64
// lanescope: arg 0 float[4096] random(4, -0.3, 1)
// lanescope: arg 2 float[4] list(0.1, 0.2, -1.6, -1.5)
.data
0 0x0     128 32
1 0x4000  384 32
2 0x10000 4 1
.sp_data
0 0x0 192 16
.text
    ldglin v2, 0
    sldg s0, 2, 4
    mov v0, vc.tid_x
    mov v1, vc.tid_y
    cvt.i2f v0, v0
    cvt.i2f v1, v1
    mov v4, 0.0
    mov v5, 0.0
    mov v6, 0.0
    test.le p0, v2
    cpush.if done
    cmask p0                // nothing was seen here
    mul v4, v0, s0
    add v4, v4, s2
    mul v4, v4, v2
    mul v5, v1, s1
    add v5, v5, s3
    mul v5, v5, v2
    mad v6, v2, 1.0, v6
    cpop
done:
    mov v7, vc.lid_x
    mov v8, vc.lid_y
    imul v7, v7, 3
    imad v7, v8, 192, v7
    movvsp vc.mem_idx, v7
    movvsp vc.mem_data, v4
    stspbidx 0
    iadd v7, v7, 1
    movvsp vc.mem_idx, v7
    movvsp vc.mem_data, v5
    stspbidx 0
    iadd v7, v7, 1
    movvsp vc.mem_idx, v7
    movvsp vc.mem_data, v6
    stspbidx 0
    smov s4, sc.wg_off_x
    smov s5, sc.wg_off_y
    simul s4, s4, 3
    stg2sptile 0, 1, s4, s5
    exit
