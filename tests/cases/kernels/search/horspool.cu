// Boyer-Moore-Horspool with a table of skips in shared memory that all threads fill.
#include <stdio.h>
#define ALPHABET 256

__global__ void horspool(const unsigned char *text, int n, const unsigned char *pattern, int m, int chunk, int *matches)
{
    extern __shared__ int skip[];
    for (int c = threadIdx.x; c < ALPHABET; c += blockDim.x)
        skip[c] = m;
    __syncthreads();
    for (int k = threadIdx.x; k < m - 1; k += blockDim.x)
        atomicMin(&skip[pattern[k]], m - 1 - k);
    __syncthreads();

    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int end = min((tid + 1) * chunk + m - 1, n);
    int found = 0;
    for (int at = tid * chunk; at + m <= end;) {
        int k = m - 1;
        while (text[at + k] == pattern[k] && k-- > 0)
            ;
        if (k < 0)
            found++;
        at += skip[text[at + m - 1]];
    }
    matches[tid] = found;
}

int main(void)
{
    const int n = 1024, m = 4, chunk = 32, threads = 32;
    unsigned char *d_text, *d_pattern;
    int *d_matches;
    cudaMalloc((void **)&d_text, n);
    cudaMalloc((void **)&d_pattern, m);
    cudaMalloc((void **)&d_matches, n / chunk * sizeof(int));
    printf("searching\n");
    horspool<<<n / chunk / threads, threads, ALPHABET * sizeof(int)>>>(d_text, n, d_pattern, m, chunk, d_matches);
    cudaDeviceSynchronize();
    return 0;
}
// lanescope: arg text [1024] random(24, 97, 99)
// lanescope: arg pattern [4] list(97, 99, 97, 99)
