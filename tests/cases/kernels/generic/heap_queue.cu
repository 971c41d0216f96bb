// A priority queue in an array of the thread, with a comparison that is a type: the least or the greatest k of a row.
// lanescope: arg in [1024] random(6, -10000, 10000)
// lanescope: arg least [128]
// lanescope: arg most [128]
template <class T> struct Less { __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
template <class T> struct Greater { __device__ bool operator()(const T &a, const T &b) const { return b < a; } };

template <class T, int K, class Compare = Less<T>>
class TopK {
    T heap[K];
    int n = 0;
    Compare before;

    __device__ void swap(int a, int b) { T t = heap[a]; heap[a] = heap[b]; heap[b] = t; }

public:
    __device__ bool push(T v)
    {
        if (n < K) {
            int at = n++;
            heap[at] = v;
            for (; at > 0 && before(heap[(at - 1) / 2], heap[at]); at = (at - 1) / 2)
                swap(at, (at - 1) / 2);
            return true;
        }
        if (!before(v, heap[0])) return false;
        heap[0] = v;
        sift(n);
        return true;
    }
    __device__ T *sorted()
    {
        for (int end = n - 1; end > 0; end--) {
            swap(0, end);
            sift(end);
        }
        return heap;
    }

private:
    __device__ void sift(int end)
    {
        for (int at = 0, child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && before(heap[child], heap[child + 1])) child++;
            if (!before(heap[at], heap[child])) break;
            swap(at, child);
        }
    }
};

template <class Compare>
__device__ void top_four(const int *row, int n, int *to)
{
    TopK<int, 4, Compare> queue;
    for (int k = 0; k < n; k++)
        queue.push(row[k]);
    const int *s = queue.sorted();
    for (int k = 0; k < 4; ++k)
        to[k] = s[k];
}

__global__ void heap_queue(const int *in, int *least, int *most)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    top_four<Less<int>>(in + 32 * i, 32, least + 4 * i);
    top_four<Greater<int>>(in + 32 * i, 32, most + 4 * i);
}

void go(int *a, int *b, int *c) { heap_queue<<<2, 16>>>(a, b, c); }
