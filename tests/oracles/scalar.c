/* Runs the functions of scalar.s, each on the same 128 double words of standard input, and prints those that it changes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11)
#define DECLARE(n) void f##n(uint64_t *);
#define ENTRY(n) f##n,
EACH(DECLARE)
static void (*const functions[])(uint64_t *) = {EACH(ENTRY)};

int main(void)
{
    uint64_t start[128], data[128];
    for (int i = 0; i < 128; i++)
        if (scanf("%" SCNx64, &start[i]) != 1)
            return 1;
    for (int n = 0; n < 12; n++) {
        memcpy(data, start, sizeof data);
        functions[n](data);
        for (int i = 0; i < 128; i++)
            if (data[i] != start[i])
                printf("f%d %d %" PRIx64 "\n", n, i, data[i]);
    }
    return 0;
}
