// lanescope: kernel xaxpy
// One file for several precisions: the host chooses with -D PRECISION, and only one variant is used here.
#ifndef PRECISION
  #define PRECISION 32
#endif
#if PRECISION == 32
  typedef float real;
  typedef float2 real2;
  typedef float4 real4;
  #define ZERO 0.0f
#elif PRECISION == 64
  #pragma OPENCL EXTENSION cl_khr_fp64 : enable
  typedef double real;
  typedef double2 real2;
#endif
#define INLINE_FUNC static inline
#define SetToZero(a) a = ZERO
#define MultiplyAdd(c, a, b) c += a * b
#define MultiplyAddVec(c, a, b) c.x += a.x * b; c.y += a.y * b

INLINE_FUNC real4 LoadVec(const __global real4 *restrict p, const int id) { return p[id]; }

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void xaxpy_vec(const int n, const real alpha, const __global real4 *restrict x, __global real4 *y) {
  const int id = get_global_id(0);
  y[id] = LoadVec(x, id) * alpha;
}

__kernel void xaxpy(const int n, const real alpha, const __global real *restrict x, const int x_offset,
                    const int x_inc, __global real *y) {
  for (int id = get_global_id(0); id < n; id += get_global_size(0)) {
    real value;
    SetToZero(value);
    MultiplyAdd(value, alpha, x[id * x_inc]);
    y[id] = value + x_offset;
  }
}
