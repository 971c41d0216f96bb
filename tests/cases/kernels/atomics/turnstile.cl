// Groups pass one after another by a ticket: the one behind waits until its number is called.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg turn [1] zeros
// lanescope: arg value [1] fill(1)
// lanescope: arg trace [4]
// lanescope: arg tickets [1] zeros
__kernel void turnstile(volatile __global int *turn, volatile __global uint *value, __global uint *trace, __global int *tickets)
{
    __local int ticket;
    if (get_local_id(0) == 0) {
        ticket = atomic_inc(tickets);
        while (atomic_add(turn, 0) != ticket) {}
        const uint v = *value * 3 + (uint)ticket;
        *value = v;
        trace[ticket] = v;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_inc(turn);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
