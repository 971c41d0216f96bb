// A hash map in shared memory: open addressing by atomicCAS, sums by key, then the pairs sorted by their keys.
// lanescope: arg keys [96] random(13, 1, 40)
// lanescope: arg values [96] random(14, -100, 100)
// lanescope: arg out [128]
template <typename Key, typename Value, int Size, Key Empty>
struct Map {
    Key keys[Size];
    Value values[Size];

    __device__ void clear()
    {
        for (int k = threadIdx.x; k < Size; k += blockDim.x) {
            keys[k] = Empty;
            values[k] = 0;
        }
    }
    __device__ void add(Key key, Value v)
    {
        for (unsigned at = key * 2654435761u >> 16; ; ++at) {
            Key seen = atomicCAS(&keys[at % Size], Empty, key);
            if (seen == Empty || seen == key) {
                atomicAdd(&values[at % Size], v);
                break;
            }
        }
    }
    template <class F> __device__ void for_each(F f) const
    {
        for (int k = threadIdx.x; k < Size; k += blockDim.x)
            if (keys[k] != Empty) f(keys[k], values[k]);
    }
};

__global__ void sum_by_key(const int *keys, const int *values, int *out, int n)
{
    __shared__ Map<int, int, 64, -1> map;
    map.clear();
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        map.add(keys[i], values[i]);
    __syncthreads();
    map.for_each([&](int key, int sum) {
        int rank = 0;
        for (int k = 0; k < 64; k++)
            rank += map.keys[k] != -1 && map.keys[k] < key;
        out[2 * rank] = key;
        out[2 * rank + 1] = sum;
    });
}

void go(int *k, int *v, int *o) { sum_by_key<<<1, 32>>>(k, v, o, 96); }
