// lanescope: title Squared magnitudes in phases
// lanescope: look Two groups share the machine: while one computes, the other's words move. The `exit` behind the store is never fetched.
// lanescope: machine sim_d/author
// lanescope: global 2048
// lanescope: local 1024
// lanescope: arg 0 float[2048] random(1, -1, 1)
// lanescope: arg 1 float[2048] random(2, -1, 1)
.data
0 0x0    2048 1
1 0x2000 2048 1
2 0x4000 2048 1
.text
    ldglin v0, 0
    ldglin v1, 1
    mul v0, v0, v0
    mad v0, v1, v1, v0
    stglin v0, 2
    exit
