// lanescope: title Magnitudes in two groups
// lanescope: look The phases of both groups, one after the other: their longest times add up to a bound that no run exceeds.
// lanescope: machine sim_d/author
// lanescope: global 2048
// lanescope: local 1024
// lanescope: arg 0 float[2048] random(1, -1, 1)
// lanescope: arg 1 float[2048] random(2, -1, 1)
// lanescope: arg 2 float[2048] zeros
.data
0 0x0     2048 1 n              // real parts
1 0x10000 2048 1 n              // imaginary parts
2 0x20000 2048 1 n              // squares of the magnitudes
.text
    ldglin v0, 0
    ldglin v1, 1
    mul v2, v0, v0
    mad v2, v1, v1, v2
    stglin v2, 2
    exit
