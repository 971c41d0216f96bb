// lanescope: global 7
// lanescope: local 7
// lanescope: arg a long[40] list(2, 13, 38, -2, 8, -22, -30, 8, 3, -2, 7, 34, -25, -18, 38, 8, 40, 28, -28, -6, -27, 22, 26, -16, -5, -13, -5, 9, 3, -16, 9, -16, 29, -12, 2, -12, 5, 35, 21, 8)
// lanescope: arg keys long[7] list(-28, -23, 5, -16, -16, 27, 40)
// lanescope: arg first int[7] zeros
// lanescope: arg last int[7] zeros
// lanescope: arg most long[7] zeros
// lanescope: arg n 40
#define T long
#include "searches.h"
