// How many days back the price was not higher, by a stack for each row, and the widest rectangle below prices.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg prices [32*12] random(261, 1, 20)
// lanescope: arg span [32*12]
// lanescope: arg area [32]
__global__ void stock_span(const unsigned short *prices, unsigned short *span, unsigned *area)
{
    constexpr int N = 12;
    const unsigned short *p = prices + N * threadIdx.x;
    signed char stack[N + 1];
    int top = 0;
    for (int day = 0; day < N; stack[top++] = day++) {
        while (top > 0 && p[stack[top - 1]] <= p[day])
            --top;
        span[N * threadIdx.x + day] = day - (top ? stack[top - 1] : -1);
    }
    unsigned best = 0;
    top = 0;
    for (int day = 0; day <= N; ++day) {
        const unsigned short height = day < N ? p[day] : 0;
        while (top && p[stack[top - 1]] >= height) {
            const int h = p[stack[--top]], left = top ? stack[top - 1] : -1;
            best = max(best, unsigned(h * (day - left - 1)));
        }
        stack[top++] = day;
    }
    area[threadIdx.x] = best;
}
