// lanescope: global 1
// lanescope: local 1
// lanescope: arg a double[30] list(-1.75, 10.25, -18.75, 1.75, 13.75, 4.75, 28.75, -9.0, 12.25, -2.0, 27.0, -15.75, 10.25, 11.25, 0.25, 10.25, 3.75, -18.75, 29.5, 7.25, -5.0, 23.0, -18.25, 6.25, -4.25, 21.75, 13.5, 15.5, 2.5, 26.25)
// lanescope: arg o double[1] zeros
// lanescope: arg turns int[1] zeros
// lanescope: arg n 30
#define T double
#include "nests.h"
