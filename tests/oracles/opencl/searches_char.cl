// lanescope: global 1
// lanescope: local 1
// lanescope: arg a char[40] list(39, -23, 13, -21, 38, -29, -28, 30, 26, 24, 1, 28, 17, -1, -21, 39, 16, 17, -29, -29, 3, -23, -2, -26, -30, 4, -5, 9, 30, -17, -8, 8, 32, 18, 35, 33, -14, 27, -10, 22)
// lanescope: arg keys char[1] list(-20)
// lanescope: arg first int[1] zeros
// lanescope: arg last int[1] zeros
// lanescope: arg most char[1] zeros
// lanescope: arg n 40
#define T char
#include "searches.h"
