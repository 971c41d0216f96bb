// lanescope: global 33
// lanescope: local 11
// lanescope: arg a short[40] list(3, 7, 39, 34, -9, -26, 17, -16, 3, 23, 33, 35, -6, 28, 34, 21, -6, 3, 29, -22, 26, -23, 20, -26, -5, 22, 15, 9, -24, 8, -12, 25, -28, -27, 32, -22, 19, 14, -20, -7)
// lanescope: arg keys short[33] list(17, 6, 33, -22, 32, 25, -23, 32, -9, -7, -22, 39, -20, 39, -12, 3, 33, 21, 14, 5, 38, 39, -27, -28, 22, 20, 28, 32, 23, 34, -27, 22, 34)
// lanescope: arg first int[33] zeros
// lanescope: arg last int[33] zeros
// lanescope: arg most short[33] zeros
// lanescope: arg n 40
#define T short
#include "searches.h"
