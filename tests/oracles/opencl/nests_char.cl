// lanescope: global 7
// lanescope: local 7
// lanescope: arg a char[30] list(13, 27, -1, -11, 21, 22, -3, -2, -14, 12, 3, 16, 20, -9, 30, 24, 28, 28, 8, -9, -3, 16, 5, 4, 15, 1, -16, 13, -11, 17)
// lanescope: arg o char[7] zeros
// lanescope: arg turns int[7] zeros
// lanescope: arg n 30
#define T char
#include "nests.h"
