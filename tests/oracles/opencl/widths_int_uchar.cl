// lanescope: global 100
// lanescope: local 25
// lanescope: arg a int[100] list(-8, -267, -663, -772, 942, 589, -6, 48, -7, 163, 6, 1, -835, 658, -9, 168, 187, -7, -356, 111, 319, -120, -2, -1, -10, -7, -369, -4, -986, 779, -9, -428, -5)
// lanescope: arg b uchar[100] list(92, 12, 5, 0, 100, 2, 3, 255, 254, 2, 254, 46, 12, 255, 0, 5, 254, 5, 255, 96, 254, 1, 254, 2, 67, 2, 74, 5, 27, 32, 1, 75, 1)
// lanescope: arg wide int[100] zeros
// lanescope: arg narrow uchar[100] zeros
// lanescope: arg marks int[100] zeros
#define T int
#define S uchar
#define NARROW(x) convert_uchar_sat(x)
#define WIDEN(x) convert_int(x)
#include "widths.h"
