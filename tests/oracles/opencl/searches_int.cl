// lanescope: global 100
// lanescope: local 25
// lanescope: arg a int[40] list(-3, 0, -17, -9, 5, 39, -12, -22, 17, 25, -10, 19, 33, 26, 22, 12, -1, 12, 18, 16, -6, -4, -6, -18, -27, -17, -14, 40, 16, -15, -27, -7, 19, 1, 15, 15, 31, 6, 38, -15)
// lanescope: arg keys int[100] list(0, 31, -4, 14, -19, -8, -1, 17, 8, 17, -6, 19, 26, 1, 12, -15, -14, 17, -15, 26, 15, 15, -18, -3, 19, -17, 16, 16, 15, -8, 1, 12, -7)
// lanescope: arg first int[100] zeros
// lanescope: arg last int[100] zeros
// lanescope: arg most int[100] zeros
// lanescope: arg n 40
#define T int
#include "searches.h"
