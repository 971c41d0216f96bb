// lanescope: title A sum as a tree in the scratchpad
// lanescope: look Half of the work-items add what the other half has, ten times. Each step writes to the scratchpad, waits, and reads.
// lanescope: machine sim_d/author
// lanescope: global 4096
// lanescope: local 1024
// lanescope: arg 0 float[4096] iota(0, 0.5)
.data
0 0x0    4096 1
1 0x4000 1024 4           // in the first word of a row the sum of a group
.sp_data
0 0x0 2048 1
.text
    ldglin v0, 0
    smov s0, 512
    mov v2, vc.lid_x
step:
    stsplin v0, 0
    iadd v3, v2, s0
    movvsp vc.mem_idx, v3
    ldspbidx 0
    mov v1, vc.mem_data
    add v0, v0, v1          // beyond the half nobody looks
    sshr s0, s0, 1
    #bound branchcycle 9 1
    sicj.g step, s0
    smov s1, sc.wg_off_x
    sshr s1, s1, 10
    smov s2, sc.wg_off_x
    sineg s2, s2
    stglin v0, 1, s2, s1
    exit
