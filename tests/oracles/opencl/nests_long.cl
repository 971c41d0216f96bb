// lanescope: global 33
// lanescope: local 11
// lanescope: arg a long[30] list(15, -15, 8, 26, 18, -16, 0, -6, -4, 30, 24, -10, -20, 11, -10, 30, 22, -9, 2, -15, -9, -11, 10, -13, -1, 20, -6, 26, -10, 12)
// lanescope: arg o long[33] zeros
// lanescope: arg turns int[33] zeros
// lanescope: arg n 30
#define T long
#include "nests.h"
