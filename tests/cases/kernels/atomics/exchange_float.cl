// Exchanges of floats hand numbers round: each is held by exactly one in the end.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg slots [4] zeros
// lanescope: arg total [1]
// lanescope: arg received [1]
// lanescope: arg done [1]
__kernel void exchange_float(volatile __global float *slots, __global int *total, __global int *received,
                             __global int *done)
{
    const int i = get_global_id(0);
    const float was = atomic_xchg(&slots[i & 3], (float)(i + 1));
    // What came out and what stays are all numbers once: their sum is known.
    atomic_add(total, (int)was);
    if (was == 0.0f)
        atomic_inc(received);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    // The last one collects what is left.
    if (atomic_inc(done) == 63)
        for (int k = 0; k < 4; k++)
            atomic_add(total, (int)atomic_xchg(slots + k, -1.0f));
}
