// Dates in bit-fields: packed by a union with a word, moved by a day, and told apart again.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg dates [64] random(135, 0, 0x7fffffff)
// lanescope: arg next [64]
// lanescope: arg weekday [64]
union Date {
    unsigned word;
    struct {
        unsigned day : 5;
        unsigned month : 4;
        int year : 12;
        unsigned : 0;
    };
};

__host__ __device__ constexpr bool leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

__device__ int days_of(int month, int year)
{
    switch (month) {
    case 2:
        return leap(year) ? 29 : 28;
    case 4: case 6: case 9: case 11:
        return 30;
    default:
        return 31;
    }
}

__global__ void packed_fields(const unsigned *dates, unsigned *next, unsigned char *weekday)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Date d;
    d.word = 0;
    d.year = 1900 + dates[i] / 1000 % 140;
    d.month = 1 + dates[i] % 12;
    d.day = i % 2 ? days_of(d.month, d.year) : 1 + dates[i] / 12 % 28;
    int y = d.year - (d.month < 3);
    const int offsets[12] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };
    weekday[i] = (y + y / 4 - y / 100 + y / 400 + offsets[d.month - 1] + d.day) % 7;
    if (d.day == days_of(d.month, d.year)) {
        d.day = 1;
        if (d.month++ == 12) {
            d.month = 1;
            ++d.year;
        }
    } else
        d.day++;
    next[i] = d.word;
}
