# lanescope: title Subtract where x is not zero
# lanescope: look A comparison leaves a mask in v0, and the subtraction runs under it: elements that are switched off pass
# lanescope: look through the unit all the same, so the mask saves no cycle.
# lanescope: machine rvv/textbook
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 64
# lanescope: arg x double[64] list(0, 3, 0, 5)
# lanescope: arg y double[64] iota(1, 1)
    .globl masked_subtract
masked_subtract:                # a0 = n, a1 = x, a2 = y
    fmv.d.x fa0, zero
    beqz    a0, done
loop:
    vsetvli t0, a0, e64, m8, ta, mu
    vle64.v v8, (a1)
    vle64.v v16, (a2)
    vmfne.vf v0, v8, fa0
    vfsub.vv v8, v8, v16, v0.t
    vse64.v v8, (a1)
    slli    t1, t0, 3
    add     a1, a1, t1
    add     a2, a2, t1
    sub     a0, a0, t0
    bnez    a0, loop
done:
    ret
