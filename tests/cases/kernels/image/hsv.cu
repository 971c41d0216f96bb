// Colours as hue, saturation and value, turned by a third, and back to bytes.
// lanescope: arg in [128] random(7, 0, 255)
// lanescope: arg out [128]
// lanescope: arg hsv [128]
__device__ float3 to_hsv(uchar4 p)
{
    float r = p.x, g = p.y, b = p.z;
    float most = fmaxf(r, fmaxf(g, b)), least = fminf(r, fminf(g, b)), d = most - least, h = 0.0f;
    if (d > 0.0f) {
        if (most == r) h = (g - b) / d;
        else if (most == g) h = 2.0f + (b - r) / d;
        else h = 4.0f + (r - g) / d;
        if (h < 0.0f) h += 6.0f;
    }
    return make_float3(h, most > 0.0f ? d / most : 0.0f, most);
}

__device__ uchar4 to_rgb(float3 c)
{
    float sector = floorf(c.x), f = c.x - sector;
    float p = c.z * (1 - c.y), q = c.z * (1 - c.y * f), t = c.z * (1 - c.y * (1 - f)), r, g, b;
    switch ((int)sector % 6) {
    case 0: r = c.z, g = t, b = p; break;
    case 1: r = q, g = c.z, b = p; break;
    case 2: r = p, g = c.z, b = t; break;
    case 3: r = p, g = q, b = c.z; break;
    case 4: r = t, g = p, b = c.z; break;
    default: r = c.z, g = p, b = q;
    }
    return make_uchar4((unsigned char)(r + 0.5f), (unsigned char)(g + 0.5f), (unsigned char)(b + 0.5f), 255);
}

__global__ void turn_hue(const uchar4 *in, uchar4 *out, float3 *hsv)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 c = to_hsv(in[i]);
    hsv[i] = c;
    c.x += 2.0f;
    out[i] = to_rgb(c);
}

void go(uchar4 *in, uchar4 *out, float3 *hsv) { turn_hue<<<4, 32>>>(in, out, hsv); }
