// lanescope: global 7
// lanescope: local 7
// lanescope: arg a uchar[40] list(3, 11, 40, 22, 25, 24, 39, 25, 15, 26, 37, 16, 7, 16, 29, 4, 27, 6, 9, 34, 10, 31, 34, 25, 35, 2, 3, 27, 18, 32, 15, 25, 2, 36, 21, 5, 30, 4, 31, 8)
// lanescope: arg keys uchar[7] list(40, 32, 32, 36, 2, 31, 6)
// lanescope: arg first int[7] zeros
// lanescope: arg last int[7] zeros
// lanescope: arg most uchar[7] zeros
// lanescope: arg n 40
#define T uchar
#include "searches.h"
