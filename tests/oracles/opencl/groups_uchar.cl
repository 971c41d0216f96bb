// lanescope: global 1
// lanescope: local 1
// lanescope: arg a uchar[1] list(10)
// lanescope: arg o uchar[1] zeros
// lanescope: arg places int[1] zeros
#define T uchar
#include "groups.h"
