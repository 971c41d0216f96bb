// lanescope: title Scaled sum in phases
// lanescope: look Eight groups of 1,024 work-items in two slots: while one group computes, the other one's transfer goes on.
// lanescope: look Here the memory is never idle, and computation hides behind it.
// lanescope: machine sim_d/author
// lanescope: global 8192
// lanescope: local 1024
// lanescope: arg 0 float[8192] random(1, -1, 1)
// lanescope: arg 1 float[8192] iota(0, 0.5)
.data
0 0x0     8192 1 n              // x
1 0x10000 8192 1 n              // y
.text
    ldglin v0, 0                // a request of 1,024 words ends the phase
    ldglin v1, 1
    mad v1, v0, 3.0, v1
    stglin v1, 1                // the last phase: the group ends with the store
    exit
