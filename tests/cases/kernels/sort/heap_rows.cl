// A heap sort of one row for each work-item, with the rows interleaved so that accesses stand side by side.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg a [32*16] random(51, 0, 1000)
#define STRIDE 32
#define AT(i) a[(i) * STRIDE + id]

__kernel void heap_rows(__global uint *a)
{
    const int id = get_global_id(0);
    int start = 8, end = 16;
    uint value;
    for (;;) {
        if (start > 0)
            value = AT(--start);
        else {
            if (--end == 0)
                return;
            value = AT(end);
            AT(end) = AT(0);
        }
        int parent = start, child = 2 * start + 1;
        while (child < end) {
            if (child + 1 < end && AT(child + 1) > AT(child))
                ++child;
            if (AT(child) <= value)
                break;
            AT(parent) = AT(child);
            parent = child;
            child = 2 * parent + 1;
        }
        AT(parent) = value;
    }
}
