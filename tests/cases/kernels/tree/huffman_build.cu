// Lengths of Huffman codes: the two rarest join until one tree is left, with a heap in each thread.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg counts [16*8] random(276, 1, 200)
// lanescope: arg cost [16]
template <class T, int CAPACITY>
class MinHeap {
    T items[CAPACITY];
    int n = 0;

  public:
    __device__ int size() const { return n; }
    __device__ void push(T item)
    {
        int at = n++;
        for (int up; at > 0 && item < items[up = (at - 1) / 2]; at = up)
            items[at] = items[up];
        items[at] = item;
    }
    __device__ T pop()
    {
        const T top = items[0], last = items[--n];
        int at = 0;
        for (int child; (child = 2 * at + 1) < n; at = child) {
            if (child + 1 < n && items[child + 1] < items[child])
                ++child;
            if (!(items[child] < last))
                break;
            items[at] = items[child];
        }
        items[at] = last;
        return top;
    }
};

__global__ void huffman_build(const unsigned *counts, unsigned *cost)
{
    MinHeap<unsigned, 8> heap;
    const unsigned *mine = counts + 8 * threadIdx.x;
    for (int i = 0; i < 8; ++i)
        heap.push(mine[i]);
    unsigned bits = 0;
    while (heap.size() > 1) {
        const unsigned a = heap.pop(), b = heap.pop();
        bits += a + b;
        heap.push(a + b);
    }
    cost[threadIdx.x] = bits;
}
