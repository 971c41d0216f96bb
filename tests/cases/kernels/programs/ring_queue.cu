// A ring of a power of two as a class: what comes in and goes out, one queue in each thread and one in shared memory.
// lanescope: arg events [512] random(1, -3, 9)
// lanescope: arg out [96]
template <class T, unsigned N>
class Ring {
    static_assert(N != 0 && (N & (N - 1)) == 0, "a power of two");
    T slots_[N];
    unsigned head_, tail_;

public:
    using value_type = T;
    __device__ void clear() { head_ = tail_ = 0; }
    __device__ unsigned size() const { return tail_ - head_; }
    __device__ bool push(T v) { return size() == N ? false : (slots_[tail_++ % N] = v, true); }
    __device__ bool pop(T &v)
    {
        if (size() == 0) return false;
        v = slots_[head_++ & (N - 1)];
        return true;
    }
};

template <class Q> __device__ int serve(Q &queue, const int *events, int n, int &lost)
{
    int digest = 0;
    for (int k = 0; k < n; k++) {
        if (events[k] >= 0) {
            lost += !queue.push(events[k]);
            continue;
        }
        typename Q::value_type v;
        for (int wanted = -events[k]; wanted > 0 && queue.pop(v); wanted--)
            digest = digest * 7 + v;
    }
    return digest;
}

__global__ void ring_queue(const int *events, int *out)
{
    __shared__ Ring<short, 8> shared[2];
    Ring<int, 4> own;
    const int i = threadIdx.x;
    int lost = 0;
    own.clear();
    out[3 * i] = serve(own, events + 16 * i, 16, lost);
    out[3 * i + 1] = lost * 10 + own.size();
    if (i < 2) {
        shared[i].clear();
        lost = 0;
        out[3 * i + 2] = serve(shared[i], events + 256 * i, 200, lost) ^ lost;
    } else {
        out[3 * i + 2] = sizeof shared;
    }
}

void go(int *e, int *o) { ring_queue<<<1, 32>>>(e, o); }
