# 1 "src/scale.cl"
# 1 "<built-in>" 1
# 1 "include/real.h" 1
typedef float real;
typedef float4 real4;
# 2 "src/scale.cl" 2
#line 10 "src/scale.cl"
__kernel void scale(__global real *x, real a) {
    x[get_global_id(0)] = a * x[get_global_id(0)];
}
