/* What OpenCL C calls of images (OpenCL C 3.0, 6.15.15). Each function stands behind those that it calls, and begins a line. */
inline __attribute__((overloadable)) float4 read_imagef(image2d_t m, sampler_t s, float2 c) { return __image_sample(m.x, m.y, m.z, m.w, (int)s, c.x, c.y); }
inline __attribute__((overloadable)) float4 read_imagef(image2d_t m, sampler_t s, int2 c) {
    return __image_colour(m.x, m.y, m.z, m.w, (int)s, __image_wrap(c.x, m.y, (int)s), __image_wrap(c.y, m.z, (int)s));
}
inline __attribute__((overloadable)) float4 read_imagef(image2d_t m, int2 c) { return __image_colour(m.x, m.y, m.z, m.w, 0, c.x, c.y); }
inline __attribute__((overloadable)) float4 read_imagef(image1d_buffer_t m, int c) { return __image_colour(m.x, m.y, m.z, m.w, 0, c, 0); }
inline __attribute__((overloadable)) half4 read_imageh(image2d_t m, sampler_t s, float2 c) { return convert_half4(read_imagef(m, s, c)); }
inline __attribute__((overloadable)) half4 read_imageh(image2d_t m, sampler_t s, int2 c) { return convert_half4(read_imagef(m, s, c)); }
inline __attribute__((overloadable)) half4 read_imageh(image2d_t m, int2 c) { return convert_half4(read_imagef(m, c)); }
inline __attribute__((overloadable)) half4 read_imageh(image1d_buffer_t m, int c) { return convert_half4(read_imagef(m, c)); }
inline __attribute__((overloadable)) int4 read_imagei(image2d_t m, sampler_t s, float2 c) {
    return __image_int(m.x, m.y, m.z, m.w, (int)s, __image_nearest(c.x, m.y, (int)s), __image_nearest(c.y, m.z, (int)s));
}
inline __attribute__((overloadable)) int4 read_imagei(image2d_t m, sampler_t s, int2 c) {
    return __image_int(m.x, m.y, m.z, m.w, (int)s, __image_wrap(c.x, m.y, (int)s), __image_wrap(c.y, m.z, (int)s));
}
inline __attribute__((overloadable)) int4 read_imagei(image2d_t m, int2 c) { return __image_int(m.x, m.y, m.z, m.w, 0, c.x, c.y); }
inline __attribute__((overloadable)) int4 read_imagei(image1d_buffer_t m, int c) { return __image_int(m.x, m.y, m.z, m.w, 0, c, 0); }
inline __attribute__((overloadable)) uint4 read_imageui(image2d_t m, sampler_t s, float2 c) {
    return __image_uint(m.x, m.y, m.z, m.w, (int)s, __image_nearest(c.x, m.y, (int)s), __image_nearest(c.y, m.z, (int)s));
}
inline __attribute__((overloadable)) uint4 read_imageui(image2d_t m, sampler_t s, int2 c) {
    return __image_uint(m.x, m.y, m.z, m.w, (int)s, __image_wrap(c.x, m.y, (int)s), __image_wrap(c.y, m.z, (int)s));
}
inline __attribute__((overloadable)) uint4 read_imageui(image2d_t m, int2 c) { return __image_uint(m.x, m.y, m.z, m.w, 0, c.x, c.y); }
inline __attribute__((overloadable)) uint4 read_imageui(image1d_buffer_t m, int c) { return __image_uint(m.x, m.y, m.z, m.w, 0, c, 0); }
inline __attribute__((overloadable)) uint __image_to_half(float f) {
    uint b = as_uint(f), m = b & 0x7fffffff, sign = b >> 16 & 0x8000;
    if (m > 0x7f800000) return 0x7e00;
    if (m >= 0x477ff000) return sign | 0x7c00;
    if (m < 0x38800000) return sign | (uint)(int)rint(fabs(f) * 0x1p24f);
    return sign | m - 0x38000000 + 0xfff + (m >> 13 & 1) >> 13;
}
inline __attribute__((overloadable)) uint __image_of_int(int i, int format) {
    int c = format & 15;
    if (c == 14) return as_uint((float)i);
    if (c == 13) return __image_to_half((float)i);
    if (c == 9) return (uint)i;
    if (c == 12) return (uint)max(i, 0);
    if (c == 0 || c == 7) return (uint)clamp(i, -128, 127);
    if (c == 1 || c == 8) return (uint)clamp(i, -32768, 32767);
    return (uint)clamp(i, 0, c == 2 || c == 10 ? 255 : 65535);
}
inline __attribute__((overloadable)) uint __image_of_float(float f, int format) {
    int c = format & 15;
    if (c == 14) return as_uint(f);
    if (c == 13) return __image_to_half(f);
    if (c == 2) return (uint)(int)rint(fmin(fmax(f * 255.0f, 0.0f), 255.0f));
    if (c == 3) return (uint)(int)rint(fmin(fmax(f * 65535.0f, 0.0f), 65535.0f));
    if (c == 0) return f == f ? (uint)(int)rint(fmin(fmax(f * 127.0f, -128.0f), 127.0f)) : 0;
    if (c == 1) return f == f ? (uint)(int)rint(fmin(fmax(f * 32767.0f, -32768.0f), 32767.0f)) : 0;
    return c == 12 ? (uint)f : __image_of_int((int)f, format);
}
inline __attribute__((overloadable)) uint __image_of_uint(uint u, int format) {
    int c = format & 15;
    if (c == 14) return as_uint((float)u);
    if (c == 13) return __image_to_half((float)u);
    if (c == 12) return u;
    if (c == 9) return min(u, 0x7fffffffu);
    if (c == 0 || c == 7) return min(u, 127u);
    if (c == 1 || c == 8) return min(u, 32767u);
    return min(u, c == 2 || c == 10 ? 255u : 65535u);
}
inline __attribute__((overloadable)) void __image_store(__global uchar *data, int width, int height, int format, int x, int y, uint4 v) {
    if ((uint)x >= (uint)width || (uint)y >= (uint)height) return;
    int size = __image_bytes(format), channels = __image_channels(format), bytes = size * channels;
    __global uchar *p = data + (ulong)(uint)(y * width + x) * bytes;
    if ((format >> 4 & 15) == 6) v = v.zyxw;
    if (size == 1) v.x = (v.x & 0xff) | (v.y & 0xff) << 8 | (v.z & 0xff) << 16 | v.w << 24;
    if (size == 2) v.xy = (uint2)((v.x & 0xffff) | v.y << 16, (v.z & 0xffff) | v.w << 16);
    if (bytes == 1) *p = (uchar)v.x;
    else if (bytes == 2) *(__global ushort *)p = (ushort)v.x;
    else {
        __global uint *q = (__global uint *)p;
        q[0] = v.x;
        if (bytes >= 8) q[1] = v.y;
        if (bytes >= 16) { q[2] = v.z; q[3] = v.w; }
    }
}
inline __attribute__((overloadable)) uint4 __image_of_floats(float4 v, int f) {
    return (uint4)(__image_of_float(v.x, f), __image_of_float(v.y, f), __image_of_float(v.z, f), __image_of_float(v.w, f));
}
inline __attribute__((overloadable)) uint4 __image_of_ints(int4 v, int f) {
    return (uint4)(__image_of_int(v.x, f), __image_of_int(v.y, f), __image_of_int(v.z, f), __image_of_int(v.w, f));
}
inline __attribute__((overloadable)) uint4 __image_of_uints(uint4 v, int f) {
    return (uint4)(__image_of_uint(v.x, f), __image_of_uint(v.y, f), __image_of_uint(v.z, f), __image_of_uint(v.w, f));
}
inline __attribute__((overloadable)) void write_imagef(image2d_t m, int2 c, float4 v) { __image_store(m.x, m.y, m.z, m.w, c.x, c.y, __image_of_floats(v, m.w)); }
inline __attribute__((overloadable)) void write_imagef(image1d_buffer_t m, int c, float4 v) { __image_store(m.x, m.y, m.z, m.w, c, 0, __image_of_floats(v, m.w)); }
inline __attribute__((overloadable)) void write_imageh(image2d_t m, int2 c, half4 v) { write_imagef(m, c, convert_float4(v)); }
inline __attribute__((overloadable)) void write_imagei(image2d_t m, int2 c, int4 v) { __image_store(m.x, m.y, m.z, m.w, c.x, c.y, __image_of_ints(v, m.w)); }
inline __attribute__((overloadable)) void write_imagei(image1d_buffer_t m, int c, int4 v) { __image_store(m.x, m.y, m.z, m.w, c, 0, __image_of_ints(v, m.w)); }
inline __attribute__((overloadable)) void write_imageui(image2d_t m, int2 c, uint4 v) { __image_store(m.x, m.y, m.z, m.w, c.x, c.y, __image_of_uints(v, m.w)); }
inline __attribute__((overloadable)) void write_imageui(image1d_buffer_t m, int c, uint4 v) { __image_store(m.x, m.y, m.z, m.w, c, 0, __image_of_uints(v, m.w)); }
inline __attribute__((overloadable)) int get_image_width(image2d_t m) { return m.y; }
inline __attribute__((overloadable)) int get_image_width(image1d_buffer_t m) { return m.y; }
inline __attribute__((overloadable)) int get_image_height(image2d_t m) { return m.z; }
inline __attribute__((overloadable)) int2 get_image_dim(image2d_t m) { return (int2)(m.y, m.z); }
inline __attribute__((overloadable)) int get_image_channel_order(image2d_t m) { return 0x10b0 | m.w >> 4 & 15; }
inline __attribute__((overloadable)) int get_image_channel_order(image1d_buffer_t m) { return 0x10b0 | m.w >> 4 & 15; }
inline __attribute__((overloadable)) int get_image_channel_data_type(image2d_t m) { return 0x10d0 | m.w & 15; }
inline __attribute__((overloadable)) int get_image_channel_data_type(image1d_buffer_t m) { return 0x10d0 | m.w & 15; }
