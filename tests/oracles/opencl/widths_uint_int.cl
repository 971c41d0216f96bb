// lanescope: global 100
// lanescope: local 25
// lanescope: arg a uint[100] list(1678033797, 222393938, 3560918744, 1098026920, 3877340448, 4, 0, 1966196219, 2208311292, 1078481034, 3393955255, 9, 2597681989, 2208985599, 9, 7, 3957744401, 8, 7, 715894897, 5, 2, 74904007, 958438366, 8, 2998043079, 536213964, 405258079, 7, 2823887999, 1320541170, 4189698956, 1186135811)
// lanescope: arg b int[100] list(98, 3, 3, 67, 13, 3, 1, -2147483648, 1, 2147483647, 7, 79, 1, 53, 2, 2147483647, 96, 2, 1, -2147483648, 0, 1, 69, 92, 14, 3, 2147483646, 1, 1, 5, 91, 24, 2147483647)
// lanescope: arg wide uint[100] zeros
// lanescope: arg narrow int[100] zeros
// lanescope: arg marks int[100] zeros
#define T uint
#define S int
#define NARROW(x) convert_int_sat(x)
#define WIDEN(x) convert_uint_sat(x)
#include "widths.h"
