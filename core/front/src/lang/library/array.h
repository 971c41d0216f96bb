/* C++'s <array>. */
#include <utility>
namespace std {
template <class T, size_t N> struct array {
    typedef T value_type;
    typedef size_t size_type;
    T elements[N];
    __device__ T &operator[](size_t at) { return elements[at]; }
    __device__ const T &operator[](size_t at) const { return elements[at]; }
    __device__ T &at(size_t at) { return elements[at]; }
    __device__ const T &at(size_t at) const { return elements[at]; }
    __device__ T &front() { return elements[0]; }
    __device__ const T &front() const { return elements[0]; }
    __device__ T &back() { return elements[N - 1]; }
    __device__ const T &back() const { return elements[N - 1]; }
    __device__ T *data() { return elements; }
    __device__ const T *data() const { return elements; }
    __device__ T *begin() { return elements; }
    __device__ const T *begin() const { return elements; }
    __device__ T *end() { return elements + N; }
    __device__ const T *end() const { return elements + N; }
    __device__ static constexpr size_t size() { return N; }
    __device__ static constexpr bool empty() { return false; }
    __device__ void fill(T x) {
        for (size_t at = 0; at < N; at++) elements[at] = x;
    }
};
}
