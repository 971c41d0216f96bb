# lanescope: title Scale a column of a matrix
# lanescope: look The elements of a column are a row apart, so they are loaded and stored with a stride. Where the stride
# lanescope: look and the number of banks share a factor, the accesses meet in few banks and wait for one another.
# lanescope: machine rvv/textbook-8-banks
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 64
# lanescope: arg stride 64
# lanescope: arg a 0.5
# lanescope: arg column double[512] iota(0, 1)
    .globl column_scale
column_scale:                   # a0 = n, a1 = bytes from element to element, fa0 = a, a2 = column
    beqz    a0, done
loop:
    vsetvli t0, a0, e64, m1, ta, ma
    vlse64.v v1, (a2), a1
    vfmul.vf v1, v1, fa0
    vsse64.v v1, (a2), a1
    mul     t1, t0, a1
    add     a2, a2, t1
    sub     a0, a0, t0
    bnez    a0, loop
done:
    ret
