// A trie of numbers, bit by bit, that finds the partner with the largest exclusive or for each of them.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg numbers [32] random(104, 0, 255)
// lanescope: arg best [32]
// lanescope: arg nodes [1]
struct Trie {
    unsigned short child[260][2];
    int used;

    __device__ void clear()
    {
        used = 1;
        child[0][0] = child[0][1] = 0;
    }
    __device__ void insert(unsigned char number)
    {
        int at = 0;
        for (int bit = 7; bit >= 0; --bit) {
            unsigned short &next = child[at][number >> bit & 1];
            if (next == 0) {
                child[used][0] = child[used][1] = 0;
                next = used++;
            }
            at = next;
        }
    }
    __device__ unsigned char farthest(unsigned char number) const
    {
        unsigned char found = 0;
        for (int bit = 7, at = 0; bit >= 0; --bit) {
            const int wanted = !(number >> bit & 1);
            const bool there = child[at][wanted] != 0;
            found |= there << bit;
            at = child[at][there ? wanted : !wanted];
        }
        return found;
    }
};

__global__ void trie(const unsigned char *numbers, unsigned char *best, int *nodes)
{
    __shared__ Trie t;
    if (threadIdx.x == 0) {
        t.clear();
        for (int i = 0; i < 32; ++i)
            t.insert(numbers[i]);
        *nodes = t.used;
    }
    __syncthreads();
    best[threadIdx.x] = t.farthest(numbers[threadIdx.x]);
}
