// lanescope: global 1
// lanescope: local 1
// lanescope: arg a float[1] list(-363.25)
// lanescope: arg b uchar[1] list(3)
// lanescope: arg wide float[1] zeros
// lanescope: arg narrow uchar[1] zeros
// lanescope: arg marks int[1] zeros
#define T float
#define S uchar
#define NARROW(x) convert_uchar_sat(x)
#define WIDEN(x) convert_float(x)
#include "widths.h"
