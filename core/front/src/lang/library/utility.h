/* Parts of C++'s <utility>. */
#include <type_traits>
namespace std {
template <class T> __device__ void swap(T &a, T &b) {
    T old = a;
    a = b;
    b = old;
}
template <class T> __device__ T &&forward(typename remove_reference<T>::type &x) { return static_cast<T &&>(x); }
template <class T> __device__ typename remove_reference<T>::type &&move(T &&x) {
    return static_cast<typename remove_reference<T>::type &&>(x);
}
template <class T, class U = T> __device__ T exchange(T &x, U &&next) {
    T old = x;
    x = next;
    return old;
}
template <class A, class B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
};
template <class A, class B> __device__ pair<A, B> make_pair(A a, B b) { return pair<A, B>{a, b}; }
}
