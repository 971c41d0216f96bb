// lanescope: title Depths of a camera become points
// lanescope: look Each work-item writes three words that lie side by side: neighbours write with a stride of three. Where the camera saw
// lanescope: look nothing, the point is zero: these work-items take the other way.
// lanescope: machine simt/teaching
// lanescope: global 32 16
// lanescope: local 8 4
// lanescope: arg depth [32*16] random(3, -0.3, 1)
// lanescope: arg vertex [3*32*16]
// lanescope: arg k [4] list(0.1, 0.2, -1.6, -1.5)
__kernel void depth_to_vertex(__global const float *depth, __global float *vertex, __global const float *k)
{
    int x = get_global_id(0), y = get_global_id(1);
    int at = y * get_global_size(0) + x;
    float d = depth[at];
    float px = 0.0f, py = 0.0f, pz = 0.0f;
    if (d > 0.0f) {
        px = d * (k[0] * x + k[2]);
        py = d * (k[1] * y + k[3]);
        pz = d;
    }
    vertex[3 * at] = px;
    vertex[3 * at + 1] = py;
    vertex[3 * at + 2] = pz;
}
