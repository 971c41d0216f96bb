// lanescope: kernel sobel
#define CLAMP255(x) (uchar)clamp((x), 0, 255)
enum channel { RED, GREEN, BLUE, ALPHA };
struct pixel { uchar c[4]; };
union word { uint u; uchar4 c; };
uint pack(uchar4 c) { union word w; w.c = c; return w.u; }
int luma(struct pixel p) { return (p.c[RED] * 77 + p.c[GREEN] * 150 + p.c[BLUE] * 29) >> 8; }
__kernel void sobel(__global const struct pixel *in, __global uchar *out, const int width, const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1) { return; }
  int gx = luma(in[y * width + x + 1]) - luma(in[y * width + x - 1]);
  int gy = luma(in[(y + 1) * width + x]) - luma(in[(y - 1) * width + x]);
  out[y * width + x] = CLAMP255((int)(abs(gx) + abs(gy)));
}
