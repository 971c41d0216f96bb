// lanescope: global 7
// lanescope: local 7
// lanescope: arg a uint[30] list(0, 29, 8, 22, 27, 28, 21, 15, 19, 5, 8, 5, 7, 13, 20, 13, 4, 19, 30, 27, 19, 22, 2, 15, 6, 19, 21, 17, 4, 20)
// lanescope: arg o uint[7] zeros
// lanescope: arg turns int[7] zeros
// lanescope: arg n 30
#define T uint
#include "nests.h"
