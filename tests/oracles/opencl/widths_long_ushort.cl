// lanescope: global 100
// lanescope: local 25
// lanescope: arg a long[100] list(-26782, 33208, 2, 8, -50905, -3, -55824, 66357, 2077, 47678, 30343, 8470, -9, -1, 78024, 74205, -1370, 3341, 59391, 75168, -2, 40248, 2, -30809, 5793, -66066, -40579, -1, 9, 89570, -8537, 70416, -4)
// lanescope: arg b ushort[100] list(66, 1, 53, 42, 1, 18, 1, 2, 65534, 77, 0, 19, 46, 0, 0, 65535, 1, 58, 3, 9, 2, 0, 5, 10, 5, 23, 5, 0, 36, 23, 2, 0, 63)
// lanescope: arg wide long[100] zeros
// lanescope: arg narrow ushort[100] zeros
// lanescope: arg marks int[100] zeros
#define T long
#define S ushort
#define NARROW(x) convert_ushort_sat(x)
#define WIDEN(x) convert_long(x)
#include "widths.h"
