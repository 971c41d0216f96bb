// A queue of tasks of different lengths: each thread takes the next one until none is left.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg work [100] random(174, 0, 60)
// lanescope: arg next [1]
// lanescope: arg results [100]
// lanescope: arg total [1]
// lanescope: arg n 100
struct Queue {
    unsigned *next;
    unsigned n;
    __device__ int pop() const
    {
        const unsigned at = atomicAdd(next, 1u);
        return at < n ? int(at) : -1;
    }
};

__global__ void work_queue(const unsigned *work, unsigned *next, unsigned *results, unsigned *total, unsigned n)
{
    const Queue queue{ next, n };
    unsigned done = 0;
    for (int task; (task = queue.pop()) >= 0; done++) {
        unsigned a = 0, b = 1;
        for (unsigned k = work[task]; k--;) {
            const unsigned t = a + b;
            a = b;
            b = t;
        }
        results[task] = a;
    }
    atomicAdd(total, done);
}
