// Two sorted lists become one: each thread finds its diagonal by bisection and merges eight elements.
#include <algorithm>

template <typename T>
__device__ int merge_path(const T *a, int a_count, const T *b, int b_count, int diagonal)
{
    int begin = max(0, diagonal - b_count), end = min(diagonal, a_count);
    while (begin < end) {
        const int mid = (begin + end) >> 1;
        if (a[mid] <= b[diagonal - 1 - mid])
            begin = mid + 1;
        else
            end = mid;
    }
    return begin;
}

template <int VT, typename T>
__global__ void merge_kernel(const T *a, int a_count, const T *b, int b_count, T *out)
{
    const int first = VT * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first >= a_count + b_count)
        return;
    const int last = min(first + VT, a_count + b_count);
    int i = merge_path(a, a_count, b, b_count, first), j = first - i;
    for (int at = first; at < last; ++at) {
        const bool from_a = j >= b_count || (i < a_count && a[i] <= b[j]);
        out[at] = from_a ? a[i++] : b[j++];
    }
}

int main()
{
    const int a_count = 150, b_count = 99, vt = 8, threads = 16;
    int *a, *b, *out;
    cudaMalloc(&a, a_count * sizeof(int));
    cudaMalloc(&b, b_count * sizeof(int));
    cudaMalloc(&out, (a_count + b_count) * sizeof(int));
    int blocks = (a_count + b_count + vt * threads - 1) / (vt * threads);
    merge_kernel<vt, int><<<blocks, threads>>>(a, a_count, b, b_count, out);
    cudaFree(a);
    return cudaGetLastError() != cudaSuccess;
}
// lanescope: arg a [150] iota(-100, 2)
// lanescope: arg b [99] iota(-80, 5)
