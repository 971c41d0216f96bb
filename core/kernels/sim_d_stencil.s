// lanescope: title Seven points in space
// lanescope: look Planes of 32 by 32 words lie one below the other, so that three loads of a plane and one of each neighbour do. At the edges
// lanescope: look of planes work-items end at the start.
// lanescope: machine sim_d/author
// lanescope: global 30 128
// lanescope: local 32
// lanescope: arg 0 float[6144] random(9, -1, 1)
// lanescope: arg 2 float[2] list(0.5, 0.125)
.data
0 0x0    32 192
1 0x8000 32 192
2 0xf000 2 1
.text
    sldg s0, 2, 2
    mov v0, vc.tid_y
    and v0, v0, 31
    isub v0, v0, 30
    itest.ge p0, v0
    mov v1, vc.tid_x
    isub v1, v1, 30
    itest.ge p1, v1
    pbool.or p0, p0, p1
    exit p0
    ldglin v0, 0, 1, 1      // the plane before
    ldglin v1, 0, 1, 32
    add v0, v0, v1
    ldglin v1, 0, 0, 33
    add v0, v0, v1
    ldglin v1, 0, 2, 33
    add v0, v0, v1
    ldglin v2, 0, 1, 33     // the point itself
    ldglin v1, 0, 1, 34
    add v0, v0, v1
    ldglin v1, 0, 1, 65     // the plane behind
    add v0, v0, v1
    mul v0, v0, s1
    mad.neg v0, v2, s0, v0
    stglin v0, 1, 1, 33
    exit
