# lanescope: title Product of two tiles
# lanescope: look Two tiles of bytes are multiplied whole: one instruction makes 16 rows of eight sums of 32 products each, and takes
# lanescope: look a cycle for each row. Four values of b that follow each other in a column lie in one word.
# lanescope: machine packed/amx
# lanescope: global 1
# lanescope: local 1
# lanescope: arg a char[512] iota(0, 1)
# lanescope: arg b char[256] iota(0, 1)
# lanescope: arg c int[128]
    .data
    .align 6
shapes:
    .byte   1, 0                # tiles on
    .zero   14
    .half   32, 32, 32          # bytes of a row of tmm0, tmm1, tmm2
    .zero   26
    .byte   16, 16, 8           # rows
    .zero   13
    .text
    .globl packed_tiles
packed_tiles:                   # a0 = a (16 rows of 32 bytes), a1 = b (8 rows of 8 words), a2 = c (16 rows of 8 sums)
    la      t0, shapes
    li      t1, 32
    ldtilecfg 0(t0)
    tileloadd tmm1, 0(a0, t1)
    tileloadd tmm2, 0(a1, t1)
    tilezero tmm0
    tdpbssd tmm0, tmm1, tmm2
    tilestored 0(a2, t1), tmm0
    tilerelease
    ret
