// A hash table with open addressing: keys are put in by compare-and-swap, and their counts added.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg keys [96] random(179, 1, 40)
// lanescope: arg counts [41]
// lanescope: arg distinct [1]
struct Slot {
    unsigned key, count;
};
constexpr unsigned EMPTY = 0, CAPACITY = 64;

__device__ unsigned hash(unsigned k)
{
    k ^= k >> 16;
    k *= 0x85ebca6b;
    return k >> 7 & (CAPACITY - 1);
}

__global__ void hash_insert(const unsigned *keys, unsigned *counts, unsigned *distinct)
{
    __shared__ Slot table[CAPACITY];
    for (unsigned s = threadIdx.x; s < CAPACITY; s += blockDim.x)
        table[s] = { EMPTY, 0 };
    __syncthreads();
    const unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned slot = hash(key);; slot = (slot + 1) % CAPACITY) {
        const unsigned was = atomicCAS(&table[slot].key, EMPTY, key);
        if (was == EMPTY || was == key) {
            atomicAdd(&table[slot].count, 1);
            break;
        }
    }
    __syncthreads();
    for (unsigned s = threadIdx.x; s < CAPACITY; s += blockDim.x)
        if (table[s].key != EMPTY) {
            atomicAdd(&counts[table[s].key], table[s].count);
            atomicAdd(distinct, 1);
        }
}
