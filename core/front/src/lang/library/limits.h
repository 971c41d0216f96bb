/* The limits of numbers, as C++'s <limits> names them. */
namespace std {
template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
template <> struct numeric_limits<bool> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 1, digits10 = 0, radix = 2;
    __device__ static constexpr bool min() { return false; }
    __device__ static constexpr bool max() { return true; }
    __device__ static constexpr bool lowest() { return false; }
};
template <> struct numeric_limits<char> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 7, digits10 = 2, radix = 2;
    __device__ static constexpr char min() { return -128; }
    __device__ static constexpr char max() { return 127; }
    __device__ static constexpr char lowest() { return -128; }
};
template <> struct numeric_limits<signed char> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 7, digits10 = 2, radix = 2;
    __device__ static constexpr signed char min() { return -128; }
    __device__ static constexpr signed char max() { return 127; }
    __device__ static constexpr signed char lowest() { return -128; }
};
template <> struct numeric_limits<unsigned char> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 8, digits10 = 2, radix = 2;
    __device__ static constexpr unsigned char min() { return 0; }
    __device__ static constexpr unsigned char max() { return 255; }
    __device__ static constexpr unsigned char lowest() { return 0; }
};
template <> struct numeric_limits<short> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 15, digits10 = 4, radix = 2;
    __device__ static constexpr short min() { return -32768; }
    __device__ static constexpr short max() { return 32767; }
    __device__ static constexpr short lowest() { return -32768; }
};
template <> struct numeric_limits<unsigned short> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 16, digits10 = 4, radix = 2;
    __device__ static constexpr unsigned short min() { return 0; }
    __device__ static constexpr unsigned short max() { return 65535; }
    __device__ static constexpr unsigned short lowest() { return 0; }
};
template <> struct numeric_limits<int> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 31, digits10 = 9, radix = 2;
    __device__ static constexpr int min() { return -2147483647 - 1; }
    __device__ static constexpr int max() { return 2147483647; }
    __device__ static constexpr int lowest() { return -2147483647 - 1; }
};
template <> struct numeric_limits<unsigned> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 32, digits10 = 9, radix = 2;
    __device__ static constexpr unsigned min() { return 0; }
    __device__ static constexpr unsigned max() { return 4294967295u; }
    __device__ static constexpr unsigned lowest() { return 0; }
};
template <> struct numeric_limits<long> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 63, digits10 = 18, radix = 2;
    __device__ static constexpr long min() { return -9223372036854775807l - 1; }
    __device__ static constexpr long max() { return 9223372036854775807l; }
    __device__ static constexpr long lowest() { return -9223372036854775807l - 1; }
};
template <> struct numeric_limits<unsigned long> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 64, digits10 = 19, radix = 2;
    __device__ static constexpr unsigned long min() { return 0; }
    __device__ static constexpr unsigned long max() { return 18446744073709551615ul; }
    __device__ static constexpr unsigned long lowest() { return 0; }
};
template <> struct numeric_limits<long long> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 63, digits10 = 18, radix = 2;
    __device__ static constexpr long long min() { return -9223372036854775807ll - 1; }
    __device__ static constexpr long long max() { return 9223372036854775807ll; }
    __device__ static constexpr long long lowest() { return -9223372036854775807ll - 1; }
};
template <> struct numeric_limits<unsigned long long> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true, has_infinity = false;
    static constexpr int digits = 64, digits10 = 19, radix = 2;
    __device__ static constexpr unsigned long long min() { return 0; }
    __device__ static constexpr unsigned long long max() { return 18446744073709551615ull; }
    __device__ static constexpr unsigned long long lowest() { return 0; }
};
template <> struct numeric_limits<float> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true;
    static constexpr int digits = 24, digits10 = 6, radix = 2;
    __device__ static float min() { return 0x1p-126f; }
    __device__ static float max() { return 0x1.fffffep127f; }
    __device__ static float lowest() { return -0x1.fffffep127f; }
    __device__ static float epsilon() { return 0x1p-23f; }
    __device__ static float denorm_min() { return 0x1p-149f; }
    __device__ static float infinity() { return __int_as_float(0x7f800000); }
    __device__ static float quiet_NaN() { return __int_as_float(0x7fc00000); }
};
template <> struct numeric_limits<double> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true;
    static constexpr int digits = 53, digits10 = 15, radix = 2;
    __device__ static double min() { return 0x1p-1022; }
    __device__ static double max() { return 0x1.fffffffffffffp1023; }
    __device__ static double lowest() { return -0x1.fffffffffffffp1023; }
    __device__ static double epsilon() { return 0x1p-52; }
    __device__ static double denorm_min() { return 0x1p-1074; }
    __device__ static double infinity() { return __longlong_as_double(0x7ff0000000000000ll); }
    __device__ static double quiet_NaN() { return __longlong_as_double(0x7ff8000000000000ll); }
};
}
