// One pass of all shortest paths.
__kernel void floydWarshallPass(__global uint *pathDistanceBuffer, __global uint *pathBuffer, const unsigned int numNodes,
                                const unsigned int pass)
{
    int x = get_global_id(0), y = get_global_id(1), k = pass;
    int old = pathDistanceBuffer[y * numNodes + x];
    int next = pathDistanceBuffer[y * numNodes + k] + pathDistanceBuffer[k * numNodes + x];
    if (next < old) {
        pathDistanceBuffer[y * numNodes + x] = next;
        pathBuffer[y * numNodes + x] = k;
    }
}
