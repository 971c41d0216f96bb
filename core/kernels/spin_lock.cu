// lanescope: title Spin lock (never ends)
// lanescope: look One lane has the lock and waits at the point where the warp meets again; the others spin until
// lanescope: look it lets go, which it cannot. The machine finds the deadlock and names the lane.
// lanescope: machine simt/teaching
// lanescope: global 8
// lanescope: local 8
// lanescope: arg mutex [1]
// lanescope: arg count [1]
__global__ void spin_lock(int *mutex, int *count)
{
    while (atomicCAS(mutex, 0, 1) != 0)
        ;
    *count = *count + 1;
    __threadfence();
    atomicExch(mutex, 0);
}
