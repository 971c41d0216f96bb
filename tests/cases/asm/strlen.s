# size_t length(const char *s), its result stored for the test: a0 = s, a1 = where
    .option arch, +v
    .text
    .balign 4
    .globl length
    .type length, %function
length:
    mv      a3, a0                  # the start
1:
    vsetvli a2, zero, e8, m8, ta, ma
    vle8ff.v v8, (a3)               # vl shrinks at the end of memory
    csrr    a2, vl
    vmseq.vi v0, v8, 0
    vfirst.m a4, v0
    add     a3, a3, a2
    bltz    a4, 1b
    add     a0, a0, a2
    add     a3, a3, a4
    sub     a0, a3, a0
    sd      a0, 0(a1)
    jr      ra
    .size length, . - length
