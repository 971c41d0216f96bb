// A vector of fixed capacity on the stack: iterators, range-for, push and pop, insertion sort.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg in [256] random(7, -1000, 1000)
// lanescope: arg out [256]
// lanescope: arg stats [96]
template <typename T, unsigned Cap>
class SmallVector {
public:
    using value_type = T;
    using iterator = T *;
    __device__ SmallVector() : size_(0) {}
    __device__ void push_back(const T &v) { data_[size_++] = v; }
    __device__ T pop_back() { return data_[--size_]; }
    __device__ iterator begin() { return data_; }
    __device__ iterator end() { return data_ + size_; }
    __device__ T &operator[](unsigned k) { return data_[k]; }
    __device__ const T &operator[](unsigned k) const { return data_[k]; }
    __device__ unsigned size() const { return size_; }
    __device__ bool empty() const { return !size_; }

private:
    T data_[Cap];
    unsigned size_;
};

template <class V>
__device__ void insertion_sort(V &v)
{
    for (unsigned k = 1; k < v.size(); ++k) {
        typename V::value_type x = v[k];
        unsigned at = k;
        while (at > 0 && x < v[at - 1]) {
            v[at] = v[at - 1];
            --at;
        }
        v[at] = x;
    }
}

__global__ void small_vector(const int *in, int *out, int *stats)
{
    int me = threadIdx.x;
    SmallVector<int, 8> v;
    for (int k = 0; k < 8; k++)
        if (in[8 * me + k] % 3 != 0)
            v.push_back(in[8 * me + k]);
    insertion_sort(v);
    int sum = 0, at = 0;
    for (int x : v) {
        out[8 * me + at++] = x;
        sum += x;
    }
    for (auto &x : v)
        x = -x;
    stats[3 * me] = sum;
    stats[3 * me + 1] = v.size();
    int last = 0;
    while (!v.empty())
        last = last * 2 + v.pop_back();
    stats[3 * me + 2] = last;
}
