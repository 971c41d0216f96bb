// A shaker sort that goes to and fro and keeps its borders, with a flag in a bool.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg rows [32*12] random(231, -100, 100)
// lanescope: arg passes [32]
#define N 12
#define SWAP_IF(i, j) do { if (a[i] > a[j]) { a[i] ^= a[j]; a[j] ^= a[i]; a[i] ^= a[j]; moved = true; last = i; } } while (0)

__kernel void cocktail(__global char *rows, __global uchar *passes)
{
    __global char *a = rows + N * get_global_id(0);
    int low = 0, high = N - 1, last;
    uchar count = 0;
    bool moved;
    do {
        moved = false;
        last = low;
        for (int i = low; i < high; ++i)
            SWAP_IF(i, i + 1);
        high = last;
        if (!moved)
            break;
        moved = false;
        for (int i = high; i-- > low;)
            SWAP_IF(i, i + 1);
        low = last;
        ++count;
    } while (moved && low < high);
    passes[get_global_id(0)] = count;
}
