// lanescope: title Mandelbrot set
// lanescope: look Every point leaves the loop after its own number of rounds. Near the border neighbours differ
// lanescope: look most, and most lanes wait.
// lanescope: machine simt/teaching
// lanescope: global 16 8
// lanescope: local 8 4
// lanescope: arg rounds [128]
// lanescope: arg width 16
// lanescope: arg height 8
// lanescope: arg limit 24
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
