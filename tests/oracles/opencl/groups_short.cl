// lanescope: global 7
// lanescope: local 7
// lanescope: arg a short[7] list(28, 24, 2, 20, -15, 22, 2)
// lanescope: arg o short[7] zeros
// lanescope: arg places int[7] zeros
#define T short
#include "groups.h"
