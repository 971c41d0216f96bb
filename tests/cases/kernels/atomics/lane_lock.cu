// A lock that every thread takes, written so that lanes of a warp do not wait for each other.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(175, 1, 100)
// lanescope: arg lock [1] zeros
// lanescope: arg state [2] fill(1)
class Lock {
    int *flag;

  public:
    __device__ Lock(int *f) : flag(f) {}
    __device__ bool try_take() { return atomicExch(flag, 1) == 0; }
    __device__ void release()
    {
        __threadfence();
        atomicExch(flag, 0);
    }
};

__global__ void lane_lock(const int *x, int *lock, volatile unsigned *state)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Lock l(lock);
    bool done = false;
    while (!done) {
        if (l.try_take()) {
            state[0] = state[0] * x[i] % 65521u;
            state[1] = state[1] + x[i];
            l.release();
            done = true;
        }
    }
}
