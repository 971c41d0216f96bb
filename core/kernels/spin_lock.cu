__global__ void spin_lock(int *mutex, int *count)
{
    while (atomicCAS(mutex, 0, 1) != 0)
        ;
    *count = *count + 1;
    __threadfence();
    atomicExch(mutex, 0);
}
