// Structures by value, in arrays, with unions and arrays in them; pointers into them; functions of one name.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg a [64] random(10, -5000, 5000)
// lanescope: arg out [512] zeros
struct Point { short x; int y; char tag; };
struct Box { Point low, high; int weights[3]; };
union Word { int i; unsigned char bytes[4]; short halves[2]; };
__constant__ int table[5] = {3, -1, 4, 1, -5};

__device__ int size(Point p) { return p.x * p.y; }
__device__ int size(const Box &b) { return size(b.high) - size(b.low) + b.weights[1]; }
__device__ Point moved(Point p, int by) { p.x += (short)by; p.y -= by; p.tag ^= 1; return p; }
__device__ void swap(Point *p, Point *q) { Point old = *p; *p = *q; *q = old; }

__global__ void structures(const int *a, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i];
    Box boxes[3];
    for (int k = 0; k < 3; k++) {
        Point low = {(short)(x >> k), x + k, (char)k};
        boxes[k].low = low;
        boxes[k].high = moved(boxes[k].low, table[(i + k) % 5]);
        for (int j = 0; j < 3; j++) boxes[k].weights[j] = x * j - k;
    }
    if (x & 1) swap(&boxes[0].low, &boxes[2].high);
    Box copy = boxes[i % 3];
    copy.weights[(unsigned int)x % 3u] += 1000;
    Word w;
    w.i = x * 77777;
    w.bytes[i & 3] = 9;
    const Point *walk = &boxes[1].low;
    int *o = out + i * 8;
    o[0] = size(copy);
    o[1] = size(boxes[1]);
    o[2] = w.i;
    o[3] = w.halves[1] * 2 + w.halves[0];
    o[4] = walk[1].y - walk[0].y;
    o[5] = (int)sizeof(Box) * 100 + (int)sizeof(Point);
    o[6] = copy.low.tag + 10 * copy.high.tag + copy.weights[0] + copy.weights[1] + copy.weights[2];
    o[7] = boxes[0].low.x ^ boxes[2].high.y;
}
