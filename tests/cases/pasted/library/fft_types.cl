// lanescope: kernel butterfly
#define TWOPI 6.283185307179586f
typedef struct { float re; float im; } cfloat;
typedef float2 cpx;
#define CMUL(a, b) ((cpx)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))
cpx twiddle(int k, int n) { return (cpx)(native_cos(-TWOPI * k / n), native_sin(-TWOPI * k / n)); }
static cfloat mul(cfloat a, cfloat b) { cfloat r; r.re = a.re * b.re - a.im * b.im; r.im = a.re * b.im + a.im * b.re; return r; }
__kernel void butterfly_vec(__global cpx *x) { x[0] = CMUL(x[0], x[1]); }
__kernel void butterfly(__global const cfloat *x, __global cfloat *y, int half_size) {
  int k = get_global_id(0);
  cfloat w = { native_cos(-TWOPI * k / 512.0f), native_sin(-TWOPI * k / 512.0f) };
  y[k] = mul(w, x[k]);
}
