# lanescope: title Sparse add: gather, add, scatter
# lanescope: look The index vectors hold element numbers, so they are shifted to byte offsets first. Each indexed access
# lanescope: look touches one element at a time, wherever it lies.
# lanescope: machine rvv/textbook-8-banks
# lanescope: global 1
# lanescope: local 1
# lanescope: arg n 64
# lanescope: arg a double[64] iota(0, 1)
# lanescope: arg k long[64] permutation(3)
# lanescope: arg c double[64] iota(100, 2)
# lanescope: arg m long[64] permutation(4)
    .globl sparse_add
sparse_add:                     # a0 = n, a1 = a, a2 = k, a3 = c, a4 = m: a[k[i]] += c[m[i]]
    beqz    a0, done
loop:
    vsetvli t0, a0, e64, m4, ta, ma
    vle64.v v4, (a2)
    vsll.vi v4, v4, 3
    vluxei64.v v8, (a1), v4
    vle64.v v12, (a4)
    vsll.vi v12, v12, 3
    vluxei64.v v16, (a3), v12
    vfadd.vv v8, v8, v16
    vsuxei64.v v8, (a1), v4
    slli    t1, t0, 3
    add     a2, a2, t1
    add     a4, a4, t1
    sub     a0, a0, t0
    bnez    a0, loop
done:
    ret
