/* Functions of both languages, for `float` and `double`: words in capitals stand for what differs, `@` for the letter at the end of a
   function's name, `$` for that of a constant. Each stands behind those that it calls, and begins a line. */
QUALIFIED REAL nextafter@(REAL x, REAL y) {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0.0$) return AS_REAL((WHOLE)(y < 0.0$ ? SIGN | 1 : 1));
    WHOLE b = AS_WHOLE(x);
    return AS_REAL((x < y) == (x > 0.0$) ? b + 1 : b - 1);
}
QUALIFIED int ilogb@(REAL x) {
    WHOLE b = (WHOLE)(AS_WHOLE(x) & ~SIGN);
    if (b == 0 || b > INFINITE) return (int)0x80000000;
    return b == INFINITE ? 0x7fffffff : b < LEAST ? BELOW - (int)ZEROS(b) : (int)(b >> PLACES) - BIAS;
}
QUALIFIED REAL logb@(REAL x) {
    if (x == 0.0$) return -1.0$ / fabs@(x);
    return x != x || isinf(x) ? x * x : (REAL)ilogb@(x);
}
QUALIFIED REAL frexp@(REAL x, int *exponent) {
    *exponent = 0;
    if (x == 0.0$ || x != x || isinf(x)) return x;
    int e = ilogb@(x) + 1;
    *exponent = e;
    return ldexp@(ldexp@(x, -e / 2), -e - -e / 2);
}
QUALIFIED REAL remainder@(REAL x, REAL y) {
    REAL r = fabs@(x), d = fabs@(y);
    if (x != x || y != y || isinf(x) || y == 0.0$) return (x * y) / (x * y);
    if (d <= MOST) r = fmod@(r, d + d);
    if (d < TINY) {
        if (r + r > d) { r -= d; if (r + r >= d) r -= d; }
    } else if (r > 0.5$ * d) {
        r -= d; if (r >= 0.5$ * d) r -= d;
    }
    return signbit(x) ? -r : r;
}
QUALIFIED REAL asinh@(REAL x) {
    REAL a = fabs@(x);
    REAL r = a > LARGE ? log@(a) + 0.693147180559945309417$ : log1p@(a + a * a / (1.0$ + sqrt@(a * a + 1.0$)));
    return copysign@(r, x);
}
QUALIFIED REAL acosh@(REAL x) {
    if (x < 1.0$) return sqrt@(-1.0$);
    if (x > LARGE) return log@(x) + 0.693147180559945309417$;
    REAL t = x - 1.0$;
    return log1p@(t + sqrt@(t + t + t * t));
}
QUALIFIED REAL atanh@(REAL x) {
    REAL a = fabs@(x);
    return copysign@(0.5$ * log1p@((a + a) / (1.0$ - a)), x);
}
