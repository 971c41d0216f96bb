# lanescope: title DAXPY, one element after another
# lanescope: look Eight instructions an element, and in each the add waits for the multiply and the store for the add.
# lanescope: look Compare with the vector version: there the same waits come once for a whole vector.
# lanescope: machine rvv/textbook
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 32
# lanescope: arg a 2.0
# lanescope: arg x double[32] iota(0, 1)
# lanescope: arg y double[32] iota(100, 0.5)
    .globl daxpy
daxpy:                          # a0 = n, fa0 = a, a1 = x, a2 = y
    blez    a0, done
    slli    t0, a0, 3
    add     t0, a1, t0          # one past the end of x
loop:
    fld     fa1, 0(a1)
    fmul.d  fa1, fa1, fa0
    fld     fa2, 0(a2)
    fadd.d  fa2, fa2, fa1
    fsd     fa2, 0(a2)
    addi    a1, a1, 8
    addi    a2, a2, 8
    bne     a1, t0, loop
done:
    ret
