// Iterators that step, count, and compute what they point at; algorithms that know nothing of them.
// lanescope: arg in [256] random(5, -99, 99)
// lanescope: arg out [160]
template <class T> class Strided {
    T *p;
    int step;

public:
    using value_type = T;
    __device__ Strided(T *p, int step) : p(p), step(step) {}
    __device__ T &operator*() const { return *p; }
    __device__ Strided &operator++() { p += step; return *this; }
    __device__ Strided operator+(int n) const { return Strided(p + n * step, step); }
    __device__ bool operator!=(const Strided &o) const { return p != o.p; }
    __device__ T &operator[](int n) const { return p[n * step]; }
};

struct Counting {
    int n;
    __device__ int operator*() const { return n; }
    __device__ Counting &operator++() { ++n; return *this; }
    __device__ bool operator!=(Counting o) const { return n != o.n; }
};

template <class It, class F> struct Mapped {
    It it;
    F f;
    __device__ auto operator*() const { return f(*it); }
    __device__ Mapped &operator++() { ++it; return *this; }
    __device__ bool operator!=(const Mapped &o) const { return it != o.it; }
};
template <class It, class F> __device__ Mapped<It, F> mapped(It it, F f) { return {it, f}; }

template <class It, class T> __device__ T accumulate(It first, It last, T sum)
{
    for (; first != last; ++first) sum = sum + *first;
    return sum;
}

template <class It, class P> __device__ int count_if(It first, It last, P wanted)
{
    int n = 0;
    while (first != last) {
        n += wanted(*first) ? 1 : 0;
        ++first;
    }
    return n;
}

template <class It> struct Range {
    It first, last;
    __device__ It begin() const { return first; }
    __device__ It end() const { return last; }
};

__global__ void iterators(const int *in, int *out)
{
    const int t = threadIdx.x;
    Strided<const int> column(in + t, 32);
    int *r = out + 5 * t;
    auto square = [](int k) { return k * k; };
    r[0] = accumulate(column, column + 8, 0);
    r[1] = count_if(column, column + 8, [t](int v) { return v > t; });
    r[2] = accumulate(mapped(Counting{1}, square), mapped(Counting{t + 1}, square), 1000L);
    int best = -1000;
    for (int v : Range<Strided<const int>>{column, column + 4})
        best = max(best, v);
    r[3] = best;
    Strided<int> mine(r + 4, 1);
    *mine = column[7] - column[0];
}

void go(int *i, int *o) { iterators<<<1, 32>>>(i, o); }
