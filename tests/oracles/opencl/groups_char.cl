// lanescope: global 100
// lanescope: local 25
// lanescope: arg a char[100] list(-14, -9, 11, -5, -14, -6, 26, 17, -16, -14, 17, -13, 0, -20, 8, -14, 6, 2, -4, 25, -1, 5, -12, -8, 29, 20, 19, 4, -1, -20, -15, 15, -6)
// lanescope: arg o char[100] zeros
// lanescope: arg places int[100] zeros
#define T char
#include "groups.h"
