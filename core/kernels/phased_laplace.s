// lanescope: title Differences in a picture, from tiles
// lanescope: look One request brings the tile under all work-items of a group to the scratchpad, 18 rows of 66 words. Then five
// lanescope: look phases of the scratchpad take a shifted block each.
// lanescope: machine sim_d/author
// lanescope: global 256 32
// lanescope: local 64
// lanescope: arg 0 float[9248] random(1, 0, 9)
// lanescope: arg 1 float[8192] zeros
.data
0 0x0     272 34 n              // picture with an edge all around, 272 words from row to row
1 0x10000 256 32 n              // what each pixel differs from its neighbours
.sp_data
0 0x0 66 18                     // tile of a group of 64 x 16
.text
    smov s0, sc.wg_off_x
    smov s1, sc.wg_off_y
    ldg2sptile 0, 0, s0, s1     // 18 rows of the picture
    ldsplin v0, 0, 1, 1         // the pixel
    ldsplin v1, 0, 1, 0         // its four neighbours
    ldsplin v2, 0, 0, 1
    ldsplin v3, 0, 2, 1
    ldsplin v4, 0, 1, 2
    add v1, v1, v2
    add v1, v1, v3
    add v1, v1, v4
    mad v1, v0, -4.0, v1
    stglin v1, 1
    exit
