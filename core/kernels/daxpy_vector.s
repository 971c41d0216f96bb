# lanescope: title DAXPY, strip by strip
# lanescope: look `vsetvli` takes as many elements as fit until none is left: the last strip is short. The multiply takes
# lanescope: look elements while the load still brings them: follow the arrows between the bars.
# lanescope: machine rvv/textbook
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 100
# lanescope: arg a 2.0
# lanescope: arg x double[100] iota(0, 1)
# lanescope: arg y double[100] iota(100, 0.5)
    .globl daxpy
daxpy:                          # a0 = n, fa0 = a, a1 = x, a2 = y
    beqz    a0, done
loop:
    vsetvli t0, a0, e64, m8, ta, ma
    vle64.v v0, (a1)
    slli    t1, t0, 3
    add     a1, a1, t1
    vfmul.vf v8, v0, fa0
    vle64.v v16, (a2)
    vfadd.vv v24, v8, v16
    sub     a0, a0, t0
    vse64.v v24, (a2)
    add     a2, a2, t1
    bnez    a0, loop
done:
    ret
