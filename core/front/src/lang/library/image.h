/* Images in the language of kernels, for OpenCL C and CUDA: words in capitals stand for what differs, `@` for the letter at the end of
   a function's name. An image is a struct: x is where its pixels are, y its width, z its height, w its format, with OpenCL's last digits:
   four bits of `CL_UNORM_INT8` and its like, four of `CL_RGBA` and its like, above them the sampler of a texture. Formulas are those of the
   OpenCL specification 3.0, 8.2 and 8.3, in `float` and in the order in which they are written there. Each function stands behind those
   that it calls, and begins a line.

   What the specification leaves open: a pixel that does not exist has the colour of the border, whatever the sampler says, and writing it
   does nothing; coordinates that count pixels do not repeat, but end at the edge; functions of other numbers than the format's take the
   integers as they are, and convert floats as a cast does. */
QUALIFIED int __image_bytes(int format) {
    int c = 1 << (format & 15);
    return c & 0x5200 ? 4 : c & 0x485 ? 1 : 2;
}
QUALIFIED int __image_channels(int format) {
    int order = format >> 4 & 15;
    return order >= 5 ? 4 : order == 2 ? 2 : 1;
}
QUALIFIED uint4 __image_words(const GLOBAL uchar *data, int format, int at) {
    int bytes = __image_bytes(format) * __image_channels(format);
    const GLOBAL uchar *p = data + (ulong)(uint)at * bytes;
    uint4 w;
    w.x = 0; w.y = 0; w.z = 0; w.w = 0;
    if (bytes == 1) w.x = *p;
    else if (bytes == 2) w.x = *(const GLOBAL ushort *)p;
    else {
        const GLOBAL uint *q = (const GLOBAL uint *)p;
        w.x = q[0];
        if (bytes >= 8) w.y = q[1];
        if (bytes >= 16) { w.z = q[2]; w.w = q[3]; }
    }
    return w;
}
QUALIFIED uint __image_bits(uint4 w, int format, int c) {
    int bytes = __image_bytes(format);
    if (bytes == 4) return c == 0 ? w.x : c == 1 ? w.y : c == 2 ? w.z : w.w;
    if (bytes == 2) return (c < 2 ? w.x : w.y) >> (c & 1) * 16 & 0xffff;
    return w.x >> c * 8 & 0xff;
}
QUALIFIED int __image_integer(uint bits, int format) {
    int c = format & 15;
    if (c == 0 || c == 7) return (char)bits;
    if (c == 1 || c == 8) return (short)bits;
    return (int)bits;
}
QUALIFIED float __image_of_half(uint bits) {
    uint m = bits & 0x7fff;
    float r = m < 0x400 ? (float)m * 0x1p-24f : AS_FLOAT(m < 0x7c00 ? (m << 13) + 0x38000000 : m << 13 | 0x7f800000);
    return bits & 0x8000 ? -r : r;
}
QUALIFIED float __image_real(uint bits, int format) {
    int c = format & 15;
    if (c == 14) return AS_FLOAT(bits);
    if (c == 13) return __image_of_half(bits);
    if (c == 2) return (float)bits / 255.0f;
    if (c == 3) return (float)bits / 65535.0f;
    if (c >= 10) return (float)bits;
    float r = (float)__image_integer(bits, format);
    if (c == 0) return fmax@(r / 127.0f, -1.0f);
    if (c == 1) return fmax@(r / 32767.0f, -1.0f);
    return r;
}
QUALIFIED int __image_signed(uint bits, int format) {
    int c = format & 15;
    return c >= 13 ? (int)__image_real(bits, format) : __image_integer(bits, format);
}
QUALIFIED uint __image_unsigned(uint bits, int format) {
    int c = format & 15;
    return c >= 13 ? (uint)__image_real(bits, format) : (uint)__image_integer(bits, format);
}
QUALIFIED int __image_lacks(int width, int height, int sampler, int x, int y) {
    int mode = sampler & 14;
    return (mode == 0 || mode == 4) && ((uint)x >= (uint)width || (uint)y >= (uint)height);
}
QUALIFIED int __image_border(int format) { return __image_channels(format) < 4 ? 1 : 0; }
QUALIFIED float4 __image_colour(const GLOBAL uchar *data, int width, int height, int format, int sampler, int x, int y) {
    float4 r;
    r.x = 0.0f; r.y = 0.0f; r.z = 0.0f;
    if (__image_lacks(width, height, sampler, x, y)) {
        r.w = (float)__image_border(format);
        return r;
    }
    r.w = 1.0f;
    uint4 w = __image_words(data, format, y * width + x);
    int channels = __image_channels(format), swap = (format >> 4 & 15) == 6 ? 2 : 0;
    r.x = __image_real(__image_bits(w, format, swap), format);
    if (channels > 1) r.y = __image_real(__image_bits(w, format, 1), format);
    if (channels > 2) {
        r.z = __image_real(__image_bits(w, format, 2 - swap), format);
        r.w = __image_real(__image_bits(w, format, 3), format);
    }
    return r;
}
QUALIFIED int4 __image_int(const GLOBAL uchar *data, int width, int height, int format, int sampler, int x, int y) {
    int4 r;
    r.x = 0; r.y = 0; r.z = 0; r.w = 1;
    if (__image_lacks(width, height, sampler, x, y)) {
        r.w = __image_border(format);
        return r;
    }
    uint4 w = __image_words(data, format, y * width + x);
    int channels = __image_channels(format), swap = (format >> 4 & 15) == 6 ? 2 : 0;
    r.x = __image_signed(__image_bits(w, format, swap), format);
    if (channels > 1) r.y = __image_signed(__image_bits(w, format, 1), format);
    if (channels > 2) {
        r.z = __image_signed(__image_bits(w, format, 2 - swap), format);
        r.w = __image_signed(__image_bits(w, format, 3), format);
    }
    return r;
}
QUALIFIED uint4 __image_uint(const GLOBAL uchar *data, int width, int height, int format, int sampler, int x, int y) {
    uint4 r;
    r.x = 0; r.y = 0; r.z = 0; r.w = 1;
    if (__image_lacks(width, height, sampler, x, y)) {
        r.w = (uint)__image_border(format);
        return r;
    }
    uint4 w = __image_words(data, format, y * width + x);
    int channels = __image_channels(format), swap = (format >> 4 & 15) == 6 ? 2 : 0;
    r.x = __image_unsigned(__image_bits(w, format, swap), format);
    if (channels > 1) r.y = __image_unsigned(__image_bits(w, format, 1), format);
    if (channels > 2) {
        r.z = __image_unsigned(__image_bits(w, format, 2 - swap), format);
        r.w = __image_unsigned(__image_bits(w, format, 3), format);
    }
    return r;
}
QUALIFIED int __image_wrap(int i, int size, int sampler) {
    int mode = sampler & 14;
    if (mode == 6 && (sampler & 1) != 0) return i < 0 ? i + size : i > size - 1 ? i - size : i;
    if (mode == 2 || mode >= 6) return min(max(i, 0), size - 1);
    return i;
}
QUALIFIED float __image_place(float s, int size, int sampler) {
    int mode = sampler & 14;
    if ((sampler & 1) == 0) return s;
    if (mode == 6) return (s - floor@(s)) * (float)size;
    if (mode == 8) return fabs@(s - 2.0f * rint@(0.5f * s)) * (float)size;
    return s * (float)size;
}
QUALIFIED int __image_nearest(float s, int size, int sampler) {
    return __image_wrap((int)floor@(__image_place(s, size, sampler)), size, sampler);
}
QUALIFIED float4 __image_linear(const GLOBAL uchar *data, int width, int height, int format, int sampler, float s, float t) {
    float u = __image_place(s, width, sampler) - 0.5f, v = __image_place(t, height, sampler) - 0.5f;
    float a = u - floor@(u), b = v - floor@(v);
    int i = (int)floor@(u), j = (int)floor@(v);
    int i0 = __image_wrap(i, width, sampler), i1 = __image_wrap(i + 1, width, sampler);
    int j0 = __image_wrap(j, height, sampler), j1 = __image_wrap(j + 1, height, sampler);
    float4 p = __image_colour(data, width, height, format, sampler, i0, j0);
    float4 q = __image_colour(data, width, height, format, sampler, i1, j0);
    float4 m = __image_colour(data, width, height, format, sampler, i0, j1);
    float4 n = __image_colour(data, width, height, format, sampler, i1, j1);
    float wp = (1.0f - a) * (1.0f - b), wq = a * (1.0f - b), wm = (1.0f - a) * b, wn = a * b;
    float4 r;
    r.x = wp * p.x + wq * q.x + wm * m.x + wn * n.x;
    r.y = wp * p.y + wq * q.y + wm * m.y + wn * n.y;
    r.z = wp * p.z + wq * q.z + wm * m.z + wn * n.z;
    r.w = wp * p.w + wq * q.w + wm * m.w + wn * n.w;
    return r;
}
QUALIFIED float4 __image_sample(const GLOBAL uchar *data, int width, int height, int format, int sampler, float s, float t) {
    if ((sampler & 0x30) == 0x20) return __image_linear(data, width, height, format, sampler, s, t);
    return __image_colour(data, width, height, format, sampler, __image_nearest(s, width, sampler), __image_nearest(t, height, sampler));
}
