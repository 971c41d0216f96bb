// Several words at once: an automaton with a table of transitions, and a bit for each word that ends.
// The words are "ab", "bab", "ca" and "abc"; states are the beginnings of words.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg text [64*20] random(32, 97, 99)
// lanescope: arg counts [4]
// lanescope: arg last [64]
enum State : unsigned char { ROOT, A, AB, B, BA, BAB, C, CA, ABC };

__constant__ unsigned char next_state[9][3] = {
    { A, B, C }, { A, AB, C }, { BA, B, ABC }, { BA, B, C }, { A, BAB, C },
    { BA, B, ABC }, { CA, B, C }, { A, AB, C }, { CA, B, C },
};
__constant__ unsigned char words_of[9] = { 0, 0, 1, 0, 0, 3, 0, 4, 8 };

__global__ void aho_corasick(const char *text, unsigned *counts, unsigned char *last)
{
    __shared__ unsigned found[4];
    if (threadIdx.x < 4)
        found[threadIdx.x] = 0;
    __syncthreads();
    const char *p = text + 20 * (blockIdx.x * blockDim.x + threadIdx.x);
    State state = ROOT;
    for (int k = 0; k < 20; ++k) {
        state = static_cast<State>(next_state[state][p[k] - 'a']);
        for (unsigned words = words_of[state]; words != 0; words &= words - 1)
            atomicAdd(&found[__ffs(words) - 1], 1u);
    }
    last[blockIdx.x * blockDim.x + threadIdx.x] = state;
    __syncthreads();
    if (threadIdx.x < 4)
        atomicAdd(&counts[threadIdx.x], found[threadIdx.x]);
}
