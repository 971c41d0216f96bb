// lanescope: global 33
// lanescope: local 11
// lanescope: arg a ulong[33] list(255, 25, 6, 4, 190, 285, 9, 256, 156, 9, 8, 6, 118, 156, 123, 58, 180, 200, 209, 8, 112, 73, 118, 4, 6, 5, 253, 46, 183, 122, 51, 195, 1)
// lanescope: arg b char[33] list(126, 126, 0, 2, 42, 2, -6, 5, 1, 2, -128, 1, 126, 84, 83, 5, 127, -128, 68, 5, 5, 35, 23, 96, 38, -128, 127, 95, 0, 5, 0, 16, 92)
// lanescope: arg wide ulong[33] zeros
// lanescope: arg narrow char[33] zeros
// lanescope: arg marks int[33] zeros
#define T ulong
#define S char
#define NARROW(x) convert_char_sat(x)
#define WIDEN(x) convert_ulong_sat(x)
#include "widths.h"
