// lanescope: title Sparse matrix times vector, by diagonals
// lanescope: look The vector streams past all work-items at once, and each takes the word of its index (`ldgbidx`). A work-item is off when its row
// lanescope: look is over; with the last one a pop leaves the loop.
// lanescope: machine sim_d/author
// lanescope: global 1024
// lanescope: local 1024
// lanescope: arg 0 int[8192] random(10, 0, 255)
// lanescope: arg 1 float[8192] random(11, -1, 1)
// lanescope: arg 2 float[256] random(12, -1, 1)
// lanescope: arg 3 int[1024] random(13, 1, 8)
.data
0 0x0     1024 8          // columns: the k-th entries of all rows side by side
1 0x8000  1024 8          // values
2 0x10000 256 1           // the vector
3 0x11000 1024 1          // entries of each row
4 0x12000 1024 1
.text
    ldglin v0, 3
    mov v1, 0.0
    smov s0, 0
    cpush.brk done
    nop
next:
    isub v2, v0, s0
    itest.le p0, v2
    brk p0
    ldglin v3, 0, 0, s0
    movvsp vc.mem_idx, v3
    ldgbidx 2
    ldglin v4, 1, 0, s0
    mov v5, vc.mem_data
    mad v1, v4, v5, v1
    siadd s0, s0, 1
    j next
done:
    stglin v1, 4
    exit
