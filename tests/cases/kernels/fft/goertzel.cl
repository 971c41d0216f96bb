// One frequency each: the recurrence of Goertzel in float.
// lanescope: global 16
// lanescope: local 8
// lanescope: arg x [64] random(10, -1, 1)
// lanescope: arg power [16]
__kernel void goertzel(__constant float *x, __global float *power)
{
    const int k = get_global_id(0);
    const float w = 2.0f * cospi(2.0f * k / 64.0f);
    float s1 = 0, s2 = 0;
    for (int n = 0; n < 64; n++) {
        float s = x[n] + w * s1 - s2;
        s2 = s1;
        s1 = s;
    }
    power[k] = s1 * s1 + s2 * s2 - w * s1 * s2;
}
