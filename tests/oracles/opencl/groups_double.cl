// lanescope: global 33
// lanescope: local 11
// lanescope: arg a double[33] list(-12.5, 29.0, -9.0, -17.5, -16.5, 22.5, -3.25, 26.75, -5.25, -9.25, 23.75, -8.5, -6.5, 12.0, 10.25, 7.25, 5.75, -2.0, 23.0, 20.0, -2.5, 14.75, 21.0, 22.75, -14.0, -0.75, -14.25, -7.0, 16.75, -8.25, 13.0, -10.25, 30.0)
// lanescope: arg o double[33] zeros
// lanescope: arg places int[33] zeros
#define T double
#include "groups.h"
