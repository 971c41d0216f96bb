// A radix sort of signed numbers of 64 bits, a byte at a time, by one work-item for each list.
// lanescope: global 8
// lanescope: local 8
// lanescope: arg lists [8*8] random(232, -4611686018427387904, 4611686018427387904)
#define N 8

__kernel void signed_radix(__global long *lists)
{
    __global long *list = lists + get_global_id(0) * N;
    long buffer[2][N];
    int from = 0;
    for (int i = 0; i < N; ++i)
        buffer[0][i] = list[i] >> (i % 8 * 8);
    for (int shift = 0; shift < 64; shift += 8, from ^= 1) {
        const uchar flip = shift == 56 ? 0x80 : 0;
        uchar place[N];
        for (int i = 0; i < N; ++i) {
            const uchar key = (uchar)(buffer[from][i] >> shift) ^ flip;
            place[i] = 0;
            for (int j = 0; j < N; ++j) {
                const uchar other = (uchar)(buffer[from][j] >> shift) ^ flip;
                place[i] += other < key || (other == key && j < i);
            }
        }
        for (int i = 0; i < N; ++i)
            buffer[!from][place[i]] = buffer[from][i];
    }
    for (int i = 0; i < N; ++i)
        list[i] = buffer[from][i];
}
