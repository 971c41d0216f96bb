# Scalar: a recursive function, a jump table, data, a stack frame. a0 = how many, a1 = int results, a2 = double results
    .section .rodata,"a",@progbits
    .align 3
table:
    .dword  .Ldouble, .Lsquare, .Lnegate
half:
    .double 0.5
    .section .sdata,"aw"
counter:
    .word 0
    .bss
    .align 3
scratch:
    .zero 64
    .text
    .globl main
    .type main, @function
main:
    .cfi_startproc
    addi    sp, sp, -48
    sd      ra, 40(sp)
    sd      s0, 32(sp)
    sd      s1, 24(sp)
    sd      s2, 16(sp)
    fsd     fs0, 8(sp)
    mv      s0, a0
    mv      s1, a1
    mv      s2, a2
    la      t0, half
    fld     fs0, 0(t0)
    li      a3, 0x123456789
    lla     t1, scratch
    sd      a3, 8(t1)
.Lnext:
    blez    s0, .Lend
    addiw   s0, s0, -1
    mv      a0, s0
    call    fib
    li      t0, 3
    remu    t0, s0, t0
    slli    t0, t0, 3
    la      t1, table
    add     t1, t1, t0
    ld      t1, 0(t1)
    jalr    t1
    slli    t2, s0, 2
    add     t2, t2, s1
    sw      a0, (t2)
    fcvt.d.w fa0, a0
    fmul.d  fa0, fa0, fs0
    slli    t2, s0, 3
    add     t2, t2, s2
    fsd     fa0, 0(t2)
    la      t3, counter
    lw      t4, 0(t3)
    addiw   t4, t4, 1
    sw      t4, 0(t3)
    j       .Lnext
.Lend:
    lw      t4, counter
    sw      t4, 0(s1)
    ld      ra, 40(sp)
    ld      s0, 32(sp)
    ld      s1, 24(sp)
    ld      s2, 16(sp)
    fld     fs0, 8(sp)
    addi    sp, sp, 48
    ret
    .cfi_endproc
.Ldouble:
    slliw   a0, a0, 1
    ret
.Lsquare:
    mulw    a0, a0, a0
    ret
.Lnegate:
    negw    a0, a0
    ret
    .type fib, @function
fib:
    li      t0, 2
    blt     a0, t0, 2f
    addi    sp, sp, -16
    sd      ra, 8(sp)
    sd      a0, 0(sp)
    addi    a0, a0, -1
    call    fib
    ld      t0, 0(sp)
    sd      a0, 0(sp)
    addi    a0, t0, -2
    call    fib
    ld      t0, 0(sp)
    add     a0, a0, t0
    ld      ra, 8(sp)
    addi    sp, sp, 16
2:  ret
