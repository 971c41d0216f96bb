// Insertion sort of lists behind indices: the objects stay where they are, an operator compares them.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg keys [32*10] random(55, 0, 9)
// lanescope: arg order [32*10]
namespace lists {
struct Item {
    int key;
    unsigned char index;
    __device__ friend bool operator<(const Item &a, const Item &b)
    {
        return a.key != b.key ? a.key < b.key : a.index > b.index;
    }
};

template <class T, unsigned N>
__device__ void insertion_sort(T (&items)[N])
{
    for (unsigned i = 1; i < N; ++i) {
        T item = items[i];
        unsigned j = i;
        for (; j > 0 && item < items[j - 1]; --j)
            items[j] = items[j - 1];
        items[j] = item;
    }
}
}

__global__ void insertion(const int *keys, unsigned char *order)
{
    const int begin = 10 * (blockDim.x * blockIdx.x + threadIdx.x);
    lists::Item items[10];
    unsigned char at = 0;
    for (auto &item : items) {
        item = { keys[begin + at], at };
        ++at;
    }
    insertion_sort(items);
    for (int i = 0; i < 10; ++i)
        order[begin + i] = items[i].index;
}
