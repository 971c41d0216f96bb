// Squared magnitudes of two vectors.
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
