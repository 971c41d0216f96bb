// lanescope: global 7
// lanescope: local 7
// lanescope: arg a float[7] list(6.25, 12.0, 6.25, 21.75, 24.25, 6.5, 4.25)
// lanescope: arg o float[7] zeros
// lanescope: arg places int[7] zeros
#define T float
#include "groups.h"
