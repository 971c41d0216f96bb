// lanescope: global 7
// lanescope: local 7
// lanescope: arg a double[7] list(2017499627.5, -4035391165.75, 4104262210.0, -2197500589.5, -4.25, 5.0, 6.5)
// lanescope: arg b int[7] list(99, 86, 2, 67, 5, 32, 3)
// lanescope: arg wide double[7] zeros
// lanescope: arg narrow int[7] zeros
// lanescope: arg marks int[7] zeros
#define T double
#define S int
#define NARROW(x) convert_int_sat(x)
#define WIDEN(x) convert_double(x)
#include "widths.h"
