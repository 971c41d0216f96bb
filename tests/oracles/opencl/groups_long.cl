// lanescope: global 1
// lanescope: local 1
// lanescope: arg a long[1] list(20)
// lanescope: arg o long[1] zeros
// lanescope: arg places int[1] zeros
#define T long
#include "groups.h"
