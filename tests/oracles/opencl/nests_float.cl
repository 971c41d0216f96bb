// lanescope: global 100
// lanescope: local 25
// lanescope: arg a float[30] list(-11.0, 8.5, 5.0, 4.0, 14.0, 20.0, 7.5, 22.5, -16.75, 21.75, 23.0, 17.0, -18.0, 12.5, 19.0, -19.5, -11.5, 19.0, -8.25, 28.5, 1.0, -13.0, -0.5, -9.5, 14.75, 25.0, -12.75, 13.5, -6.25, 1.25)
// lanescope: arg o float[100] zeros
// lanescope: arg turns int[100] zeros
// lanescope: arg n 30
#define T float
#include "nests.h"
