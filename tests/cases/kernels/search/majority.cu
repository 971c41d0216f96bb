// The element that more than half of a row have, by pairs that cancel, and a check that counts.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg rows [64*9] random(216, 0, 2)
// lanescope: arg majority [64]
__global__ void majority(const signed char *rows, signed char *majority)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    auto row = rows + 9 * i;
    signed char candidate = -1;
    int lead = 0;
    for (int k = 0; k < 9; ++k)
        lead == 0 ? (candidate = row[k], lead = 1) : candidate == row[k] ? ++lead : --lead;
    int count = 0;
    for (int k = 0; k < 9; ++k)
        count += candidate == row[k];
    majority[i] = 2 * count > 9 ? candidate : (signed char)-1;
}
