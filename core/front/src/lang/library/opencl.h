/* Functions of OpenCL C that are written in the language of kernels: those whose names a text has are read in front of it. Each
   stands behind those that it calls, and begins a line. */
QUALIFIED REAL maxmag(REAL x, REAL y) { return fabs(x) > fabs(y) ? x : fabs(x) < fabs(y) ? y : fmax(x, y); }
QUALIFIED REAL minmag(REAL x, REAL y) { return fabs(x) < fabs(y) ? x : fabs(x) > fabs(y) ? y : fmin(x, y); }
QUALIFIED REAL asinpi(REAL x) { return asin(x) * 0.318309886183790671538$; }
QUALIFIED REAL acospi(REAL x) { return acos(x) * 0.318309886183790671538$; }
QUALIFIED REAL atanpi(REAL x) { return atan(x) * 0.318309886183790671538$; }
QUALIFIED REAL atan2pi(REAL y, REAL x) { return atan2(y, x) * 0.318309886183790671538$; }
inline __attribute__((overloadable)) float nan(uint bits) { return as_float(bits | 0x7fc00000); }
inline __attribute__((overloadable)) char mad_sat(char a, char b, char c) { long r = (long)a * b + c; return r < -128 ? (char)-128 : r > 127 ? (char)127 : (char)r; }
inline __attribute__((overloadable)) uchar mad_sat(uchar a, uchar b, uchar c) { long r = (long)a * b + c; return r < 0 ? (uchar)0 : r > 255 ? (uchar)255 : (uchar)r; }
inline __attribute__((overloadable)) short mad_sat(short a, short b, short c) { long r = (long)a * b + c; return r < -32768 ? (short)-32768 : r > 32767 ? (short)32767 : (short)r; }
inline __attribute__((overloadable)) ushort mad_sat(ushort a, ushort b, ushort c) { long r = (long)a * b + c; return r < 0 ? (ushort)0 : r > 65535 ? (ushort)65535 : (ushort)r; }
inline __attribute__((overloadable)) int mad_sat(int a, int b, int c) { long r = (long)a * b + c; return r < -2147483648L ? (int)-2147483648L : r > 2147483647L ? (int)2147483647L : (int)r; }
inline __attribute__((overloadable)) uint mad_sat(uint a, uint b, uint c) { ulong r = (ulong)a * b + c; return r > 4294967295UL ? 4294967295U : (uint)r; }
/* Copies by all work-items of a group. They are done when they are called: who waits for them waits for the group. */
EACH async_work_group_copy(__local TYPE *to, const __global TYPE *from, size_t count, int event) {
    size_t step = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += step) to[i] = from[i];
    return event;
}
EACH async_work_group_copy(__global TYPE *to, const __local TYPE *from, size_t count, int event) {
    size_t step = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += step) to[i] = from[i];
    return event;
}
EACH async_work_group_strided_copy(__local TYPE *to, const __global TYPE *from, size_t count, size_t stride, int event) {
    size_t step = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += step) to[i] = from[i * stride];
    return event;
}
EACH async_work_group_strided_copy(__global TYPE *to, const __local TYPE *from, size_t count, size_t stride, int event) {
    size_t step = get_local_size(0) * get_local_size(1) * get_local_size(2);
    for (size_t i = get_local_linear_id(); i < count; i += step) to[i * stride] = from[i];
    return event;
}
inline void wait_group_events(int count, int *events) { barrier(3); }
