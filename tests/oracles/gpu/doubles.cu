// What is exact of doubles, and between doubles and long integers.
// lanescope: global 96
// lanescope: local 32
// lanescope: arg a [96] random(6, -100000, 100000)
// lanescope: arg b [96] random(7, -300, 300)
// lanescope: arg out [1920] zeros
// lanescope: arg whole [768] zeros
__global__ void doubles(const int *a, const int *b, double *out, long long *whole)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = (double)a[i] / 7.0, y = b[i] == 0 ? -0.0 : (double)b[i] * 0.1, z = x * y + 0.25;
    double *o = out + i * 20;
    o[0] = x + y;
    o[1] = x - y * 3.0;
    o[2] = x * y;
    o[3] = x / y;
    o[4] = sqrt(fabs(x));
    o[5] = fma(x, y, z);
    o[6] = fmod(x, y);
    o[7] = floor(x);
    o[8] = ceil(y);
    o[9] = trunc(x);
    o[10] = rint(y * 5.0);
    o[11] = round(y * 5.0);
    o[12] = copysign(x, y);
    o[13] = fmin(x, y);
    o[14] = fmax(x, y);
    o[15] = fdim(x, y);
    o[16] = (double)(float)x;
    o[17] = (double)((long long)a[i] * 90071992547409931LL);
    o[18] = (double)((unsigned long long)a[i] * 90071992547409931ULL);
    o[19] = __longlong_as_double(__double_as_longlong(x) ^ 1LL);
    long long *w = whole + i * 8;
    w[0] = (long long)(x * 1.0e9);
    w[1] = (long long)(unsigned long long)(fabs(x) * 1.0e10);
    w[2] = (int)y;
    w[3] = __double2hiint(x);
    w[4] = __double2loint(x);
    w[5] = llrintf((float)y);
    w[6] = (x < y) + 2 * (x >= y) + 4 * (isnan(x / (y * 0.0)) ? 1 : 0);
    w[7] = (long long)(short)(int)(y * 10.0);
}
