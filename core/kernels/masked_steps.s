// lanescope: title A loop that work-items leave
// lanescope: look Work-items leave the loop one by one and a condition turns others off for a while: follow the masks, and the
// lanescope: look stack that turns them on again. Where none is on, the machine pops by itself.
// lanescope: machine sim_d/author
// lanescope: global 1024
// lanescope: local 1024
// lanescope: arg 0 int[1024] random(1, 0, 7)
// lanescope: arg 1 int[1024] zeros
.data
0 0x0    1024 1 n
1 0x1000 1024 1 n
.text
    ldglin v1, 0
    mov v0, vc.lid_x
    and v0, v0, 7               // so many turns at most
    smov s0, 0
    cpush.brk out               // those that leave the loop wait for `out`
loop:
    isub v2, v0, s0
    itest.le p0, v2
    brk p0
    iadd v1, v1, v0
    and v2, v1, 3
    cpush.if next
    itest.ez p1, v2
    cmask p1                    // multiples of four do not go on here
    iadd v1, v1, 128
    cpop
next:
    iadd v1, v1, s0
    siadd s0, s0, 1
    j loop
out:
    stglin v1, 1
    exit
