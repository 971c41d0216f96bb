// lanescope: global 1
// lanescope: local 1
// lanescope: arg a uint[1] list(35523)
// lanescope: arg b short[1] list(47)
// lanescope: arg wide uint[1] zeros
// lanescope: arg narrow short[1] zeros
// lanescope: arg marks int[1] zeros
#define T uint
#define S short
#define NARROW(x) convert_short_sat(x)
#define WIDEN(x) convert_uint_sat(x)
#include "widths.h"
