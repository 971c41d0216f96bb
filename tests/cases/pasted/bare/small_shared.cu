// An array of 16 shared elements, indexed by the thread.
__global__ void reverse16(int *d)
{
    __shared__ int s[16];
    int t = threadIdx.x;
    s[t] = d[blockIdx.x * 16 + t];
    __syncthreads();
    d[blockIdx.x * 16 + t] = s[15 - t];
}
