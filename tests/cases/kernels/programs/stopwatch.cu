// Work-items that ask for the time: in functions, in loops that they leave one by one, across barriers. It never goes backwards.
// lanescope: global 96
// lanescope: local 24
// lanescope: arg x [96] iota
// lanescope: arg sums [96] zeros
// lanescope: arg late [96] zeros
typedef long long Time;

__device__ int since(clock_t from) { return (int)(clock() - from); }

__global__ void stopwatch(const int *x, int *sums, unsigned *late)
{
    __shared__ Time begun[24];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    clock_t start = clock();
    begun[threadIdx.x] = start;
    __syncthreads();
    int sum = 0, last = 0, back = 0;
    for (int k = 0; k < x[i] % 7 + 1; k++) {
        int now = since(start);
        if (now < last)
            back++;
        last = now;
        if (x[(i + k) % 96] % 3 == 0) {
            sum += k;
            if (since(start) < last)
                back += 100;
        } else {
            sum += 2;
        }
    }
    __syncthreads();
    // All have begun before anybody is here.
    if (clock64() <= begun[(threadIdx.x + 17) % 24])
        back += 10000;
    __nanosleep(100);
    sums[i] = sum * 100000 + back;
    Time first = clock64(), second = clock64(), third = clock64();
    late[i] = first < second && second < third;
}
