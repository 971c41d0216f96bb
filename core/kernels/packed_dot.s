# lanescope: title Dot product with partial sums
# lanescope: look Two registers hold eight partial sums, so that no multiply-add waits for the one before it. They are added up
# lanescope: look at the end: halves of a register, then neighbours.
# lanescope: machine packed/avx2
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 128
# lanescope: arg x double[128] iota(1, 1)
# lanescope: arg y double[128] iota(0.5, 0.25)
# lanescope: arg sum double[1]
    .globl packed_dot
packed_dot:                     # a0 = n (a multiple of 8), a1 = x, a2 = y, a3 = sum
    slli    t0, a0, 3
    add     t0, t0, a1
    vxorpd  ymm0, ymm0, ymm0
    vxorpd  ymm1, ymm1, ymm1
loop:
    vmovupd ymm2, 0(a1)
    vmovupd ymm3, 32(a1)
    vfmadd231pd ymm0, ymm2, 0(a2)
    vfmadd231pd ymm1, ymm3, 32(a2)
    addi    a1, a1, 64
    addi    a2, a2, 64
    bne     a1, t0, loop
    vaddpd  ymm0, ymm0, ymm1
    vextractf128 xmm1, ymm0, 1
    vaddpd  xmm0, xmm0, xmm1
    vhaddpd xmm0, xmm0, xmm0
    vmovq   0(a3), xmm0
    ret
