// The longest palindrome around each letter, and the longest of all with its first place.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg text [64] random(222, 97, 98)
// lanescope: arg radius [64]
// lanescope: arg longest [1]
__global__ void palindromes(const char *__restrict__ text, unsigned char *__restrict__ radius, unsigned *longest)
{
    __shared__ unsigned best;
    const int n = blockDim.x, t = threadIdx.x;
    if (t == 0)
        best = 0;
    __syncthreads();
    int odd = 1, even = 0;
    while (t - odd >= 0 && t + odd < n && text[t - odd] == text[t + odd])
        ++odd;
    for (const char *left = text + t - 1, *right = text + t; left >= text && right < text + n && *left == *right; --left, ++right)
        ++even;
    const int length = max(2 * odd - 1, 2 * even);
    radius[t] = length;
    const int begin = 2 * odd - 1 >= 2 * even ? t - odd + 1 : t - even;
    atomicMax(&best, (unsigned)length << 8 | (unsigned)(255 - begin));
    __syncthreads();
    if (t == 0)
        *longest = best ^ 0xff;
}
