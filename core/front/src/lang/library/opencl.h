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
inline uint2 clock_read_hilo_device() { ulong time = clock_read_device(); return (uint2)((uint)time, (uint)(time >> 32)); }
inline uint2 clock_read_hilo_work_group() { ulong time = clock_read_work_group(); return (uint2)((uint)time, (uint)(time >> 32)); }
inline uint2 clock_read_hilo_sub_group() { ulong time = clock_read_sub_group(); return (uint2)((uint)time, (uint)(time >> 32)); }
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
/* Atomics as in C11. Orders and scopes say how little others need to see: here they see all. */
ATOMIC TYPE atomic_fetch_OP(volatile SPACE TYPE *p, TYPE x) { return atomic_OP(p, x); }
ATOMIC TYPE atomic_fetch_OP_explicit(volatile SPACE TYPE *p, TYPE x, int order) { return atomic_OP(p, x); }
ATOMIC TYPE atomic_fetch_OP_explicit(volatile SPACE TYPE *p, TYPE x, int order, int scope) { return atomic_OP(p, x); }
ATOMIC TYPE atomic_exchange(volatile SPACE TYPE *p, TYPE x) { return atomic_xchg(p, x); }
ATOMIC TYPE atomic_exchange_explicit(volatile SPACE TYPE *p, TYPE x, int order) { return atomic_xchg(p, x); }
ATOMIC TYPE atomic_exchange_explicit(volatile SPACE TYPE *p, TYPE x, int order, int scope) { return atomic_xchg(p, x); }
ATOMIC TYPE atomic_load(volatile SPACE TYPE *p) { return *p; }
ATOMIC TYPE atomic_load_explicit(volatile SPACE TYPE *p, int order) { return *p; }
ATOMIC TYPE atomic_load_explicit(volatile SPACE TYPE *p, int order, int scope) { return *p; }
ATOMIC void atomic_store(volatile SPACE TYPE *p, TYPE x) { *p = x; }
ATOMIC void atomic_store_explicit(volatile SPACE TYPE *p, TYPE x, int order) { *p = x; }
ATOMIC void atomic_store_explicit(volatile SPACE TYPE *p, TYPE x, int order, int scope) { *p = x; }
ATOMIC void atomic_init(volatile SPACE TYPE *p, TYPE x) { *p = x; }
ATOMIC int atomic_compare_exchange_strong(volatile SPACE TYPE *p, TYPE *expected, TYPE x) {
    TYPE wanted = *expected, old = atomic_cmpxchg(p, wanted, x);
    *expected = old;
    return old == wanted;
}
ATOMIC int atomic_compare_exchange_strong_explicit(volatile SPACE TYPE *p, TYPE *expected, TYPE x, int order, int failed) { return atomic_compare_exchange_strong(p, expected, x); }
ATOMIC int atomic_compare_exchange_strong_explicit(volatile SPACE TYPE *p, TYPE *expected, TYPE x, int order, int failed, int scope) { return atomic_compare_exchange_strong(p, expected, x); }
ATOMIC int atomic_compare_exchange_weak(volatile SPACE TYPE *p, TYPE *expected, TYPE x) {
    TYPE wanted = *expected, old = atomic_cmpxchg(p, wanted, x);
    *expected = old;
    return old == wanted;
}
ATOMIC int atomic_compare_exchange_weak_explicit(volatile SPACE TYPE *p, TYPE *expected, TYPE x, int order, int failed) { return atomic_compare_exchange_weak(p, expected, x); }
ATOMIC int atomic_compare_exchange_weak_explicit(volatile SPACE TYPE *p, TYPE *expected, TYPE x, int order, int failed, int scope) { return atomic_compare_exchange_weak(p, expected, x); }
FLAG int atomic_flag_test_and_set(volatile SPACE int *p) { return atomic_xchg(p, 1) != 0; }
FLAG int atomic_flag_test_and_set_explicit(volatile SPACE int *p, int order) { return atomic_xchg(p, 1) != 0; }
FLAG int atomic_flag_test_and_set_explicit(volatile SPACE int *p, int order, int scope) { return atomic_xchg(p, 1) != 0; }
FLAG void atomic_flag_clear(volatile SPACE int *p) { atomic_xchg(p, 0); }
FLAG void atomic_flag_clear_explicit(volatile SPACE int *p, int order) { atomic_xchg(p, 0); }
FLAG void atomic_flag_clear_explicit(volatile SPACE int *p, int order, int scope) { atomic_xchg(p, 0); }
