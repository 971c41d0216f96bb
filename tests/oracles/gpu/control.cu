// Control flow: switches that fall through, loops left in the middle, conditions with effects, functions that return early.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg a [128] random(11, -40, 40)
// lanescope: arg out [128] zeros
// lanescope: arg steps [128] zeros
__device__ int collatz(int n, int most)
{
    for (int k = 0; k < most; k++) {
        if (n <= 1) return k;
        n = n & 1 ? 3 * n + 1 : n / 2;
    }
    return -1;
}

__device__ int classify(int x, int *calls)
{
    ++*calls;
    switch (x % 7) {
    case 0:
        return 5;
    case 1:
    case -1:
        x += 3;
    case 2:
        x *= 2;
        break;
    case -4: {
        int y = x;
        while (y < 0) y += 9;
        return y;
    }
    default:
        x -= 1;
    }
    return x;
}

__global__ void control(const int *a, int *out, int *steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i], calls = 0, sum = 0;
    for (int r = 0; r < 12; r++) {
        if (r == (x & 15)) continue;
        int c = 0;
        do {
            c++;
            if (c * r > 20 + (x & 7)) break;
            for (int k = r; k; k >>= 1) {
                if ((k ^ x) & 4) continue;
                sum += k;
                if (sum % 11 == 3) break;
            }
        } while (c < r && (sum & 31) != 17);
        sum += (x > 0 && classify(x + r, &calls) > 2) || (r & 1 && classify(sum, &calls) < 0) ? c : -r;
        if (sum > 300) break;
    }
    out[i] = sum * 100 + calls;
    steps[i] = collatz(x * x + 1, 60) + (x < -20 ? 1000 : x < 0 ? 2000 : x < 20 ? 3000 : 4000);
}
