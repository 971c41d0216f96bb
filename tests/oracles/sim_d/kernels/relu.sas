// What is positive of two tiles 256 rows apart, each with its bias.
.data
0 0x0      256 512
1 0x140000 256 512
2 0xa0000  16 1
.text
    sldg s0, 2, 2
    ldglin v0, 0
    ldglin v1, 0, 0, 256
    add v0, v0, s0
    max v0, v0, 0.0
    add v1, v1, s1
    max v1, v1, 0.0
    stglin v0, 1
    stglin v1, 1, 0, 256
    exit
