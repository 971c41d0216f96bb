// lanescope: global 100
// lanescope: local 25
// lanescope: arg a uint[100] list(30, 0, 8, 0, 19, 20, 27, 20, 8, 14, 8, 26, 22, 16, 6, 3, 11, 0, 16, 22, 3, 0, 23, 9, 14, 9, 22, 2, 5, 22, 12, 20, 4)
// lanescope: arg o uint[100] zeros
// lanescope: arg places int[100] zeros
#define T uint
#include "groups.h"
