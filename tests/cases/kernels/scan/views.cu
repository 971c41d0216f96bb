// Rows and columns of a matrix as ranges with iterators of their own, and running sums along them.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg m [16*16] random(352, -20, 20)
// lanescope: arg peak [32]
template <class T>
class Strided {
    T *first;
    int count, step;

  public:
    class Iterator {
        T *at;
        int step;

      public:
        __device__ Iterator(T *a, int s) : at(a), step(s) {}
        __device__ T &operator*() const { return *at; }
        __device__ Iterator &operator++()
        {
            at += step;
            return *this;
        }
        __device__ bool operator!=(const Iterator &o) const { return at != o.at; }
    };
    __device__ Strided(T *f, int c, int s = 1) : first(f), count(c), step(s) {}
    __device__ Iterator begin() const { return Iterator(first, step); }
    __device__ Iterator end() const { return Iterator(first + count * step, step); }
};

template <class Range>
__device__ int highest_sum(const Range &range)
{
    int sum = 0, highest = -1000;
    for (int x : range) {
        sum += x;
        if (highest < sum)
            highest = sum;
    }
    return highest;
}

__global__ void views(const int *m, int *peak)
{
    constexpr int N = 16;
    const int t = threadIdx.x;
    if (const bool rows = blockIdx.x == 0; rows)
        peak[t] = highest_sum(Strided<const int>(m + t * N, N));
    else
        peak[N + t] = highest_sum(Strided<const int>{ m + t, N, N });
}
