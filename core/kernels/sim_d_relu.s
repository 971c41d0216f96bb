// lanescope: title What is positive, with a bias
// lanescope: look Groups of 256 by 4 work-items, each with two tiles 8 rows apart: a load brings all words of a tile.
// lanescope: machine sim_d/author
// lanescope: global 256 8
// lanescope: local 256
// lanescope: arg 0 float[4096] random(3, -1, 1)
// lanescope: arg 2 float[2] list(0.25, -0.5)
.data
0 0x0    256 16
1 0x4000 256 16
2 0x8000 2 1
.text
    sldg s0, 2, 2           // both biases
    ldglin v0, 0
    ldglin v1, 0, 0, 8
    add v0, v0, s0
    max v0, v0, 0.0
    add v1, v1, s1
    max v1, v1, 0.0
    stglin v0, 1
    stglin v1, 1, 0, 8
    exit
