# lanescope: title Image blend that saturates
# lanescope: look Sixteen pixels at a time: a sum that is too bright stays white and does not begin again at black. The average is
# lanescope: look rounded up in one bit more than a pixel has.
# lanescope: machine packed/sse2
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 256
# lanescope: arg a uchar[256] iota(0, 1)
# lanescope: arg b uchar[256] iota(100, 3)
# lanescope: arg added uchar[256]
# lanescope: arg mean uchar[256]
    .globl packed_blend
packed_blend:                   # a0 = n (a multiple of 16), a1 = a, a2 = b, a3 = added, a4 = mean
    add     t0, a0, a1
loop:
    vmovdqu xmm0, 0(a1)
    vmovdqu xmm1, 0(a2)
    vpaddusb xmm2, xmm0, xmm1
    vpavgb  xmm3, xmm0, xmm1
    vmovdqu 0(a3), xmm2
    vmovdqu 0(a4), xmm3
    addi    a1, a1, 16
    addi    a2, a2, 16
    addi    a3, a3, 16
    addi    a4, a4, 16
    bne     a1, t0, loop
    ret
