// lanescope: kernel black_scholes
#define A1 0.319381530f
#define A2 -0.356563782f
#define RSQRT2PI 0.39894228040143267793994605993438f
float lgamma_approx(float x) { int sign; return lgamma_r(x, &sign); }
float3 cross3(float3 a, float3 b) { return cross(a, b); }
double2 cmul(double2 a, double2 b) { return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float cnd(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float c = RSQRT2PI * exp(-0.5f * d * d) * (k * (A1 + k * A2));
  return d > 0 ? 1.0f - c : c;
}
__kernel void black_scholes(__global float *call, __global const float *s, __global const float *x, __global const float *t, float r, float v, unsigned int optN) {
  for (unsigned int i = get_global_id(0); i < optN; i += get_global_size(0)) {
    float root = sqrt(t[i] + 0.1f);
    float d1 = (log((s[i] + 0.5f) / (x[i] + 0.5f)) + (r + 0.5f * v * v) * t[i]) / (v * root);
    call[i] = s[i] * cnd(d1) - x[i] * exp(-r * t[i]) * cnd(d1 - v * root);
  }
}
