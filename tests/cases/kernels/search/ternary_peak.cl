// The top of a hill by ternary search, and the first true of a monotonous predicate by doubling steps.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg peaks [64] random(212, 0, 99)
// lanescope: arg found [64]
// lanescope: arg first [64]
int hill(int x, int peak) { return x <= peak ? 3 * x : 3 * peak - 5 * (x - peak); }

bool reached(uint x, int peak) { return (ulong)x * x * x >= (ulong)peak * 1000; }

__kernel void ternary_peak(__global const int *peaks, __global int *found, __global uint *first)
{
    const int id = get_global_id(0), peak = peaks[id];
    int low = 0, high = 99;
    for (; high - low > 2;) {
        const int a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (hill(a, peak) < hill(b, peak)) low = a + 1;
        else high = b;
    }
    while (low < high && hill(low, peak) < hill(low + 1, peak)) low++;
    found[id] = low;
    uint step = 1, at = 0;
    while (!reached(at + step, peak)) step <<= 1;
    for (; step; step >>= 1)
        if (!reached(at + step, peak)) at += step;
    first[id] = reached(0, peak) ? 0 : at + 1;
}
