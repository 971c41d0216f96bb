// lanescope: global 33
// lanescope: local 11
// lanescope: arg a double[33] list(-201.5, -793.5, -1.0, 414.5, -648.0, -1.75, -633.25, -385.75, 3.5, 940.75, -3.75, -6.0, 2.75, -859.75, -966.5, 144.5, -433.0, 0.0, -300.75, 56.5, -347.25, 6.75, -107.5, 719.0, -337.5, 464.25, 4.0, -572.75, 2.75, 0.75, -97.5, -967.0, 610.25)
// lanescope: arg b float[33] list(-93.75, -72.0, -96.75, 24.75, 5.75, -25.25, -88.5, -23.5, 53.75, 6.5, -43.75, 28.25, 99.75, -46.0, -95.75, -2.75, -0.5, 21.0, 16.0, 82.0, 87.0, -88.0, 25.25, 93.0, -25.25, 35.5, 86.75, -35.75, -60.75, -52.75, -46.25, -37.25, 5.0)
// lanescope: arg wide double[33] zeros
// lanescope: arg narrow float[33] zeros
// lanescope: arg marks int[33] zeros
#define T double
#define S float
#define NARROW(x) convert_float(x)
#define WIDEN(x) convert_double(x)
#include "widths.h"
