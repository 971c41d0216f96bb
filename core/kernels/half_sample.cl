// lanescope: title Half the size of a picture, edges kept
// lanescope: look The mean of four pixels, without those that differ too much from the first. Every second column and row is read
// lanescope: look at once: of the words that come from memory half are wanted.
// lanescope: machine simt/teaching
// lanescope: global 16 8
// lanescope: local 8 4
// lanescope: arg in [32*16] random(4, 0, 1)
// lanescope: arg out [16*8]
// lanescope: arg range 0.5
__kernel void half_sample(__global const float *in, __global float *out, const float range)
{
    int x = get_global_id(0), y = get_global_id(1), width = 2 * get_global_size(0);
    float centre = in[2 * y * width + 2 * x], sum = 0.0f, count = 0.0f;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            float value = in[(2 * y + i) * width + 2 * x + j];
            if (fabs(value - centre) < range) {
                sum += value;
                count += 1.0f;
            }
        }
    out[y * get_global_size(0) + x] = sum / count;
}
