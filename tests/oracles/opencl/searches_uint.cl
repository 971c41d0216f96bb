// lanescope: global 1
// lanescope: local 1
// lanescope: arg a uint[40] list(2, 3, 17, 39, 0, 4, 11, 14, 3, 35, 36, 28, 33, 31, 19, 24, 37, 14, 38, 3, 35, 26, 20, 22, 18, 23, 12, 7, 1, 40, 38, 4, 25, 40, 5, 6, 27, 40, 9, 33)
// lanescope: arg keys uint[1] list(25)
// lanescope: arg first int[1] zeros
// lanescope: arg last int[1] zeros
// lanescope: arg most uint[1] zeros
// lanescope: arg n 40
#define T uint
#include "searches.h"
