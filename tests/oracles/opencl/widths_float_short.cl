// lanescope: global 100
// lanescope: local 25
// lanescope: arg a float[100] list(7.0, -38672.0, -1.25, -7.75, -37203.25, -35027.5, 2.25, -30507.0, 4588.75, -4.5, 16642.5, -30843.0, -22606.5, -26703.0, 33377.5, -10404.5, 36524.75, 0.5, 9923.25, 20548.5, -8.5, -29093.75, 20607.5, -24972.0, -12600.0, -14264.25, -20271.25, -38420.25, -1.75, 8939.75, -28519.25, 13177.25, -32016.5)
// lanescope: arg b short[100] list(16, 36, 76, 4, -4, 32767, 1, 32767, 95, 86, -32768, 85, -32768, 32767, 32767, 32766, 32767, 5, 32767, 2, -32768, 5, 3, 2, 64, 54, 2, 32766, -32768, 0, -32768, 100, 67)
// lanescope: arg wide float[100] zeros
// lanescope: arg narrow short[100] zeros
// lanescope: arg marks int[100] zeros
#define T float
#define S short
#define NARROW(x) convert_short_sat(x)
#define WIDEN(x) convert_float(x)
#include "widths.h"
