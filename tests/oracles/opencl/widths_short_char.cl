// lanescope: global 33
// lanescope: local 11
// lanescope: arg a short[33] list(-139, 5, 146, -5, -273, 182, 9, -150, 179, -357, -292, 104, 315, -3, 193, 191, 139, -304, -374, -121, -225, 5, -6, 41, 184, 213, 229, -90, -191, -243, -9, 90, -257)
// lanescope: arg b char[33] list(1, 0, 98, 0, 86, 2, 1, 16, 53, 3, 2, 0, -128, 63, 1, 1, 77, 2, 2, 4, 14, -128, 5, 95, 18, 1, 64, 1, 127, 13, 1, 127, 127)
// lanescope: arg wide short[33] zeros
// lanescope: arg narrow char[33] zeros
// lanescope: arg marks int[33] zeros
#define T short
#define S char
#define NARROW(x) convert_char_sat(x)
#define WIDEN(x) convert_short(x)
#include "widths.h"
