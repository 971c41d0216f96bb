# lanescope: title Conditional SAXPY by blending, as printed and repaired
# lanescope: look The mask is set where the condition is 0, and `vblend4` takes its second operand there: the printed order gives new
# lanescope: look values to the false elements. With the two exchanged it is right. Both store all elements, changed or not.
# lanescope: machine packed/lee
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 16
# lanescope: arg a 2.0
# lanescope: arg cond uchar[16] iota(0, 1)
# lanescope: arg x float[16] iota(1, 1)
# lanescope: arg printed float[16] iota(10, 10)
# lanescope: arg repaired float[16] iota(10, 10)
    .globl packed_conditional
packed_conditional:             # a0 = n (a multiple of 4), fa0 = a, a1 = cond, a2 = x, a3 = printed, a4 = repaired
    fcvt.s.d fa0, fa0
    fmv.x.w t1, fa0
    slli    t0, a0, 2
    add     t0, t0, a2
    vsplat4 vv0, t1
loop:
    vlb4    vv1, 0(a1)
    vcmpez4 vv3, vv1
    vlw4    vv1, 0(a2)
    vlw4    vv2, 0(a3)
    vfma4   vv1, vv0, vv1, vv2
    vblend4 vv1, vv3, vv1, vv2
    vsw4    vv1, 0(a3)
    vlw4    vv1, 0(a2)
    vlw4    vv2, 0(a4)
    vfma4   vv1, vv0, vv1, vv2
    vblend4 vv1, vv3, vv2, vv1
    vsw4    vv1, 0(a4)
    addi    a1, a1, 4
    addi    a2, a2, 16
    addi    a3, a3, 16
    addi    a4, a4, 16
    bltu    a2, t0, loop
    ret
