# lanescope: title Horizontal add of four doubles
# lanescope: look Adding inside a register is no work for its lanes: the register is moved across itself twice, and each time half of
# lanescope: look the sums that an add makes are thrown away.
# lanescope: machine packed/textbook
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 16
# lanescope: arg x double[64] iota(1, 1)
# lanescope: arg sums double[16]
    .data
    .align 6
swap:                           # numbers of elements: halves exchanged, then neighbours
    .dword 2, 3, 0, 1
    .dword 1, 0, 3, 2
    .text
    .globl packed_sum
packed_sum:                     # a0 = n, a1 = x (4 n doubles), a2 = sums
    la      t0, swap
    fld.4D  ft2, 0(t0)
    fld.4D  ft3, 32(t0)
loop:
    fld.4D  ft0, 0(a1)
    pperm.4D ft1, ft0, ft2
    fadd.4D ft0, ft0, ft1
    pperm.4D ft1, ft0, ft3
    fadd.4D ft0, ft0, ft1
    fsd     ft0, 0(a2)
    addi    a1, a1, 32
    addi    a2, a2, 8
    addi    a0, a0, -1
    bnez    a0, loop
    ret
