// lanescope: global 100
// lanescope: local 25
// lanescope: arg a short[30] list(-6, 17, -16, 10, -14, -10, -13, 20, -14, 11, -13, 15, 6, 6, 25, 15, -8, 17, -1, -9, 29, -16, -4, -4, -18, 6, 23, 24, -4, -3)
// lanescope: arg o short[100] zeros
// lanescope: arg turns int[100] zeros
// lanescope: arg n 30
#define T short
#include "nests.h"
