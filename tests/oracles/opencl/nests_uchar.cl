// lanescope: global 33
// lanescope: local 11
// lanescope: arg a uchar[30] list(14, 20, 17, 1, 19, 4, 3, 13, 10, 26, 22, 30, 22, 10, 2, 25, 29, 25, 2, 30, 25, 14, 9, 7, 9, 10, 2, 26, 17, 10)
// lanescope: arg o uchar[33] zeros
// lanescope: arg turns int[33] zeros
// lanescope: arg n 30
#define T uchar
#include "nests.h"
