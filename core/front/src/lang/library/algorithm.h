/* Parts of C++'s <algorithm>; `min` and `max` are builtins. */
#include <utility>
namespace std {
template <class T> __device__ constexpr T clamp(T x, T low, T high) { return x < low ? low : high < x ? high : x; }
}
