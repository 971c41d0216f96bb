// How many words a text has and how long the longest is: a word begins behind a space.
// lanescope: global 256
// lanescope: local 32
// lanescope: arg text [256] random(36, 30, 36)
// lanescope: arg result [2]
// lanescope: arg n 250
__device__ bool is_space(char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
        return true;
    }
    return c < '!';
}

__global__ void words_count(const char *text, int *result, int n)
{
    auto i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n || is_space(text[i]) || !(i == 0 || is_space(text[i - 1])))
        return;
    int end = i;
    for (; end < n and not is_space(text[end]); ++end) {}
    atomicAdd(result, 1);
    atomicMax(result + 1, end - i);
}
