# lanescope: title DAXPY, four doubles at a time
# lanescope: look `.4D` in a mnemonic says how many elements there are and how wide they are. 102 is no multiple of 4:
# lanescope: look the last two elements need a loop of their own, with scalar instructions.
# lanescope: machine packed/textbook
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 102
# lanescope: arg a 2.0
# lanescope: arg x double[102] iota(0, 1)
# lanescope: arg y double[102] iota(100, 0.5)
    .globl packed_daxpy
packed_daxpy:                   # a0 = n, fa0 = a, a1 = x, a2 = y
    slli    t0, a0, 3
    add     t0, t0, a1          # end of x
    andi    t1, a0, -4
    slli    t1, t1, 3
    add     t1, t1, a1          # end of the part that is a multiple of four
    splat.4D ft0, fa0
    beq     a1, t1, rest
loop:
    fld.4D  ft1, 0(a1)
    fmul.4D ft1, ft1, ft0
    fld.4D  ft2, 0(a2)
    fadd.4D ft2, ft2, ft1
    fsd.4D  ft2, 0(a2)
    addi    a1, a1, 32
    addi    a2, a2, 32
    bne     a1, t1, loop
rest:
    beq     a1, t0, done
    fld     ft1, 0(a1)
    fmul.d  ft1, ft1, fa0
    fld     ft2, 0(a2)
    fadd.d  ft2, ft2, ft1
    fsd     ft2, 0(a2)
    addi    a1, a1, 8
    addi    a2, a2, 8
    j       rest
done:
    ret
