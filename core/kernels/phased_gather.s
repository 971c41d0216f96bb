// lanescope: title Two ways to look up a table
// lanescope: look The first transfer streams the whole table past the index memory of the work-items, the second one gives each
// lanescope: look index a burst of its own. Both bring the same words.
// lanescope: machine sim_d/author
// lanescope: global 1024
// lanescope: local 1024
// lanescope: arg 0 int[1024] random(1, 0, 255)
// lanescope: arg 1 float[256] iota(0, 0.5)
// lanescope: arg 2 float[1024] zeros
.data
0 0x0     1024 1 n              // indexes
1 0x10000 256 1 n               // table
2 0x20000 1024 1 n              // result
.text
    ldglin v0, 0
    movvsp vc.mem_idx, v0
    ldgbidx 1                   // 256 words stream by, each work-item keeps one
    mov v1, vc.mem_data
    ldgidxit v2, 1              // a burst for each work-item
    add v1, v1, v2
    stglin v1, 2
    exit
