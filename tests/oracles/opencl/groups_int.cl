// lanescope: global 33
// lanescope: local 11
// lanescope: arg a int[33] list(19, -11, 3, 22, 21, -20, -2, 13, -12, 2, 25, -6, -6, -9, -12, 1, -7, 2, -14, 2, 1, 24, -1, 27, 8, 29, 19, 3, -20, -18, 24, 15, -14)
// lanescope: arg o int[33] zeros
// lanescope: arg places int[33] zeros
#define T int
#include "groups.h"
