// A struct of pointers by value, pointers that are chosen and swapped, pointers by reference.
// lanescope: arg a [64] random(19, -100, 100)
// lanescope: arg b [64] random(20, -100, 100)
// lanescope: arg out [64]
struct Job {
    const int *src[2];
    int *dst;
    int n;
};

__device__ void flip(const int *&x, const int *&y)
{
    const int *t = x;
    x = y;
    y = t;
}

__device__ const int *larger(const int *x, const int *y) { return *x < *y ? y : x; }

__device__ void advance(const int **p, int by) { *p += by; }

__global__ void double_pointers(const int *a, const int *b, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Job job{{a + i, b + i}, out, 2};
    if (i % 3 == 0)
        flip(job.src[0], job.src[1]);
    int sum = *job.src[0] * 1000 + *job.src[1];
    for (int k = 0; k < job.n && i < 60; ++k) {
        advance(&job.src[k], k + 1);
        sum += *larger(job.src[0], job.src[1]);
    }
    *(job.dst + i) = sum;
}

int main() { double_pointers<<<2, 32>>>(nullptr, nullptr, nullptr); }
