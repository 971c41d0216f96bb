// lanescope: global 1
// lanescope: local 1
// lanescope: arg a int[30] list(23, 0, 3, 26, 17, -2, 15, -10, -14, -4, 14, -14, 3, -10, 27, 18, -14, -9, 7, -6, -17, 13, 17, -2, 17, -9, -3, 27, -4, 4)
// lanescope: arg o int[1] zeros
// lanescope: arg turns int[1] zeros
// lanescope: arg n 30
#define T int
#include "nests.h"
