/* Functions of OpenCL C that are written in the language of kernels: those whose names a text has are read in front of it. Each
   stands behind those that it calls, and begins a line. */
inline __attribute__((overloadable)) float nextafter(float x, float y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0.0f) return as_float(y < 0.0f ? (int)0x80000001 : 1);
    int b = as_int(x);
    return as_float((x < y) == (x > 0.0f) ? b + 1 : b - 1);
}
inline __attribute__((overloadable)) int ilogb(float x) {
    int b = as_int(x) & 0x7fffffff;
    if (b == 0 || b > 0x7f800000) return (int)0x80000000;
    return b == 0x7f800000 ? 0x7fffffff : b < 0x800000 ? -118 - (int)clz(b) : (int)(b >> 23) - 127;
}
inline __attribute__((overloadable)) float logb(float x) {
    if (x == 0.0f) return -1.0f / fabs(x);
    return x != x || isinf(x) ? x * x : (float)ilogb(x);
}
inline __attribute__((overloadable)) float frexp(float x, int *exponent) {
    *exponent = 0;
    if (x == 0.0f || x != x || isinf(x)) return x;
    int e = ilogb(x) + 1;
    *exponent = e;
    return ldexp(ldexp(x, -e / 2), -e - -e / 2);
}
inline __attribute__((overloadable)) float remainder(float x, float y) {
    float r = fabs(x), d = fabs(y);
    if (x != x || y != y || isinf(x) || y == 0.0f) return (x * y) / (x * y);
    if (d <= 0x1.fffffep126f) r = fmod(r, d + d);
    if (d < 0x1p-125f) {
        if (r + r > d) { r -= d; if (r + r >= d) r -= d; }
    } else if (r > 0.5f * d) {
        r -= d; if (r >= 0.5f * d) r -= d;
    }
    return signbit(x) ? -r : r;
}
inline __attribute__((overloadable)) float asinh(float x) {
    float a = fabs(x);
    float r = a > 1e9f ? log(a) + 0.693147180559945309417f : log1p(a + a * a / (1.0f + sqrt(a * a + 1.0f)));
    return copysign(r, x);
}
inline __attribute__((overloadable)) float acosh(float x) {
    if (x < 1.0f) return sqrt(-1.0f);
    if (x > 1e9f) return log(x) + 0.693147180559945309417f;
    float t = x - 1.0f;
    return log1p(t + sqrt(t + t + t * t));
}
inline __attribute__((overloadable)) float atanh(float x) {
    float a = fabs(x);
    return copysign(0.5f * log1p((a + a) / (1.0f - a)), x);
}
inline __attribute__((overloadable)) double nextafter(double x, double y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0.0) return as_double(y < 0.0 ? (long)0x8000000000000001UL : 1);
    long b = as_long(x);
    return as_double((x < y) == (x > 0.0) ? b + 1 : b - 1);
}
inline __attribute__((overloadable)) int ilogb(double x) {
    long b = as_long(x) & 0x7fffffffffffffffL;
    if (b == 0 || b > 0x7ff0000000000000L) return (int)0x80000000;
    return b == 0x7ff0000000000000L ? 0x7fffffff : b < 0x10000000000000L ? -1011 - (int)clz(b) : (int)(b >> 52) - 1023;
}
inline __attribute__((overloadable)) double logb(double x) {
    if (x == 0.0) return -1.0 / fabs(x);
    return x != x || isinf(x) ? x * x : (double)ilogb(x);
}
inline __attribute__((overloadable)) double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0.0 || x != x || isinf(x)) return x;
    int e = ilogb(x) + 1;
    *exponent = e;
    return ldexp(ldexp(x, -e / 2), -e - -e / 2);
}
inline __attribute__((overloadable)) double remainder(double x, double y) {
    double r = fabs(x), d = fabs(y);
    if (x != x || y != y || isinf(x) || y == 0.0) return (x * y) / (x * y);
    if (d <= 0x1.fffffffffffffp1022) r = fmod(r, d + d);
    if (d < 0x1p-1021) {
        if (r + r > d) { r -= d; if (r + r >= d) r -= d; }
    } else if (r > 0.5 * d) {
        r -= d; if (r >= 0.5 * d) r -= d;
    }
    return signbit(x) ? -r : r;
}
inline __attribute__((overloadable)) double asinh(double x) {
    double a = fabs(x);
    double r = a > 1e18 ? log(a) + 0.693147180559945309417 : log1p(a + a * a / (1.0 + sqrt(a * a + 1.0)));
    return copysign(r, x);
}
inline __attribute__((overloadable)) double acosh(double x) {
    if (x < 1.0) return sqrt(-1.0);
    if (x > 1e18) return log(x) + 0.693147180559945309417;
    double t = x - 1.0;
    return log1p(t + sqrt(t + t + t * t));
}
inline __attribute__((overloadable)) double atanh(double x) {
    double a = fabs(x);
    return copysign(0.5 * log1p((a + a) / (1.0 - a)), x);
}
inline __attribute__((overloadable)) float maxmag(float x, float y) { return fabs(x) > fabs(y) ? x : fabs(x) < fabs(y) ? y : fmax(x, y); }
inline __attribute__((overloadable)) float minmag(float x, float y) { return fabs(x) < fabs(y) ? x : fabs(x) > fabs(y) ? y : fmin(x, y); }
inline __attribute__((overloadable)) float asinpi(float x) { return asin(x) * 0.318309886183790671538f; }
inline __attribute__((overloadable)) float acospi(float x) { return acos(x) * 0.318309886183790671538f; }
inline __attribute__((overloadable)) float atanpi(float x) { return atan(x) * 0.318309886183790671538f; }
inline __attribute__((overloadable)) float atan2pi(float y, float x) { return atan2(y, x) * 0.318309886183790671538f; }
inline __attribute__((overloadable)) double maxmag(double x, double y) { return fabs(x) > fabs(y) ? x : fabs(x) < fabs(y) ? y : fmax(x, y); }
inline __attribute__((overloadable)) double minmag(double x, double y) { return fabs(x) < fabs(y) ? x : fabs(x) > fabs(y) ? y : fmin(x, y); }
inline __attribute__((overloadable)) double asinpi(double x) { return asin(x) * 0.318309886183790671538; }
inline __attribute__((overloadable)) double acospi(double x) { return acos(x) * 0.318309886183790671538; }
inline __attribute__((overloadable)) double atanpi(double x) { return atan(x) * 0.318309886183790671538; }
inline __attribute__((overloadable)) double atan2pi(double y, double x) { return atan2(y, x) * 0.318309886183790671538; }
inline __attribute__((overloadable)) float nan(uint bits) { return as_float(bits | 0x7fc00000); }
inline __attribute__((overloadable)) char mad_sat(char a, char b, char c) { long r = (long)a * b + c; return r < -128 ? (char)-128 : r > 127 ? (char)127 : (char)r; }
inline __attribute__((overloadable)) uchar mad_sat(uchar a, uchar b, uchar c) { long r = (long)a * b + c; return r < 0 ? (uchar)0 : r > 255 ? (uchar)255 : (uchar)r; }
inline __attribute__((overloadable)) short mad_sat(short a, short b, short c) { long r = (long)a * b + c; return r < -32768 ? (short)-32768 : r > 32767 ? (short)32767 : (short)r; }
inline __attribute__((overloadable)) ushort mad_sat(ushort a, ushort b, ushort c) { long r = (long)a * b + c; return r < 0 ? (ushort)0 : r > 65535 ? (ushort)65535 : (ushort)r; }
inline __attribute__((overloadable)) int mad_sat(int a, int b, int c) { long r = (long)a * b + c; return r < -2147483648L ? (int)-2147483648L : r > 2147483647L ? (int)2147483647L : (int)r; }
inline __attribute__((overloadable)) uint mad_sat(uint a, uint b, uint c) { ulong r = (ulong)a * b + c; return r > 4294967295UL ? 4294967295U : (uint)r; }
