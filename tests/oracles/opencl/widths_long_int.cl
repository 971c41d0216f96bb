// lanescope: global 7
// lanescope: local 7
// lanescope: arg a long[7] list(8081484602, -8, 6, 9, -6, -4, -3)
// lanescope: arg b int[7] list(2147483646, 3, 56, 2, 3, 86, -2147483648)
// lanescope: arg wide long[7] zeros
// lanescope: arg narrow int[7] zeros
// lanescope: arg marks int[7] zeros
#define T long
#define S int
#define NARROW(x) convert_int_sat(x)
#define WIDEN(x) convert_long(x)
#include "widths.h"
