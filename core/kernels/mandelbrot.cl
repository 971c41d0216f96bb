__kernel void mandelbrot(__global int *rounds, int width, int height, int limit)
{
    int px = get_global_id(0);
    int py = get_global_id(1);
    float cx = -2.0f + 3.0f * px / width;
    float cy = -1.0f + 2.0f * py / height;
    float x = 0.0f, y = 0.0f;
    int k = 0;
    while (k < limit && x * x + y * y <= 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        k++;
    }
    rounds[py * width + px] = k;
}
