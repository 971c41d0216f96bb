// lanescope: kernel step_temp
#define BLOCK 16
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
#define STR_SIZE 256
#define MAX_PD (3.0e6)
typedef struct grid_t { int rows, cols; float *host_temp; } grid_t;
float4 gradient(float4 a, float4 b) { return a - b; }
__kernel void step_temp(__global const float *power, __global const float *src, __global float *dst, int cols, int rows) {
  int c = get_global_id(0), r = get_global_id(1);
  if (!IN_RANGE(c, 0, cols - 1) || !IN_RANGE(r, 0, rows - 1)) return;
  int n = r > 0 ? r - 1 : 0, s = MIN(r + 1, rows - 1);
  int w = c > 0 ? c - 1 : 0, e = MIN(c + 1, cols - 1);
  float t = src[r * cols + c];
  dst[r * cols + c] = t + 0.1f * (power[r * cols + c] + src[n * cols + c] + src[s * cols + c] + src[r * cols + w] + src[r * cols + e] - 4.0f * t);
}
