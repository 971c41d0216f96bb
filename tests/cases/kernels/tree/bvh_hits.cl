// Boxes in a hierarchy without a stack: each node says where to go on when its box is missed.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg boxes [15] random(85, 0, 60)
// lanescope: arg points [64] random(86, 0, 90)
// lanescope: arg hits [64]
// lanescope: arg visited [64]
#define NODES 15
#define LEAF_FIRST 7

bool inside(const float4 box, const float2 p)
{
    return all(p >= box.xy) && all(p <= box.zw);
}

__kernel void bvh_hits(__global const float2 *boxes, __global const float2 *points, __global uint *hits, __global uint *visited)
{
    __local float4 box[NODES];
    const int lid = get_local_id(0);
    for (int i = lid; i < NODES; i += get_local_size(0))
        box[i] = (float4)(boxes[i], boxes[i] + 30.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        for (int i = LEAF_FIRST - 1; i >= 0; --i) {
            const float4 a = box[2 * i + 1], b = box[2 * i + 2];
            box[i] = (float4)(fmin(a.xy, b.xy), fmax(a.zw, b.zw));
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 p = points[get_global_id(0)];
    uint found = 0, steps = 0;
    int node = 0;
    while (true) {
        const bool in = inside(box[node], p);
        steps++;
        if (in && node < LEAF_FIRST) {
            node = 2 * node + 1;
            continue;
        }
        if (in)
            found |= 1u << node;
        while (node && (node & 1) == 0)
            node = (node - 1) >> 1;
        if (node == 0)
            break;
        ++node;
    }
    hits[get_global_id(0)] = found;
    visited[get_global_id(0)] = steps;
}
