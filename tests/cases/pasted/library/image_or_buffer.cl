// lanescope: kernel blur_buffer
__constant sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__constant float gauss[9] = { 1, 2, 1, 2, 4, 2, 1, 2, 1 };
__kernel void blur_image(__read_only image2d_t in, __write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = (float4)(0.0f);
  for (int i = -1; i <= 1; i++) sum += read_imagef(in, smp, at + (int2)(i, 0));
  write_imagef(out, at, sum / 9.0f);
}
__kernel void blur_buffer(__global const uchar *in, __global uchar *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  float sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) sum += gauss[(j + 1) * 3 + i + 1] * in[(y + j) * width + x + i];
  out[y * width + x] = convert_uchar_sat(sum / 16.0f);
}
