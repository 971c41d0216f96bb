// Stereo: for each pixel the shift with the least sum of differences of a window, bytes four to a word.
// lanescope: arg left [256] random(12, 0, 15)
// lanescope: arg right [256] random(12, 0, 15)
// lanescope: arg best [192]
#define SHIFTS 6
__global__ void disparity(const unsigned char *left, const unsigned char *right, unsigned *best, int w, int outW)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= outW) return;
    unsigned least = ~0u, where = 0;
    for (int d = 0; d < SHIFTS; d++) {
        unsigned cost = 0;
        for (int r = 0; r < 3; r++) {
            unsigned a = 0, b = 0;
            for (int k = 0; k < 4; k++) {
                a |= (unsigned)left[(y + r) * w + x + k + SHIFTS] << (8 * k);
                b |= (unsigned)right[(y + r) * w + x + k + SHIFTS - d] << 8 * k;
            }
            cost += __vsadu4(a, b);
        }
        if (cost < least) {
            least = cost;
            where = d;
        }
    }
    best[y * outW + x] = where << 16 | least;
}

void go(unsigned char *l, unsigned char *r, unsigned *b) { disparity<<<dim3(1, 6), 32>>>(l, r + 0, b, 32, 22); }
