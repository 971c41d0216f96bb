// What C offers for data: designated lists, compound literals, nested and unnamed structs, arrays in structs, enums, typedefs.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg in [32] random(3, -100, 100)
// lanescope: arg out [256]
typedef struct item item;
enum flags { RED = 1, GREEN = RED << 1, BLUE = GREEN << 1, ALL = RED | GREEN | BLUE };
struct item {
    int count;
    enum flags what;
    union {
        int whole;
        struct { short low, high; };
        uchar bytes[4];
    };
    int cells[2][3];
};
typedef int row[3];

static int sum_cells(const item *it)
{
    int s = 0;
    for (const row *r = it->cells; r < it->cells + 2; r++)
        for (size_t k = 0; k < sizeof(row) / sizeof((*r)[0]); k++)
            s += (*r)[k];
    return s;
}

item renewed(item it, int by)
{
    it.count += by;
    item next = { .what = ALL & ~it.what, .count = it.count, .cells = { [1] = { 7, [2] = 9 } } };
    next.whole = -1;
    return next;
}

__kernel void c_types(__global const int4 *in, __global int *out)
{
    const int i = get_global_id(0);
    int4 v = in[i];
    item it = { v.x, .cells = { { v.y, v.z }, { [1] = v.w } }, .what = GREEN }, *p = &it, other;
    p->whole = 0x00010002 + i;
    __global int *r = out + 8 * i;
    r[0] = sum_cells(p);
    r[1] = p->low * 100 + (*p).high;
    p->bytes[3] = 0x80;
    r[2] = it.high;
    other = renewed(it, 5);
    r[3] = other.count * 10 + other.what;
    r[4] = sum_cells(&other) + other.bytes[1];
    r[5] = sizeof(item) + sizeof it.cells / sizeof(row);
    int (*cells)[3] = other.cells;
    cells[0][2] = (int){ 4 } + *(*(cells + 1) + 2);
    r[6] = sum_cells(&other);
    item list[2] = { it, other }, *last = list + 1;
    *last-- = it;
    last->cells[0][0] = list[1].count;
    r[7] = sum_cells(&list[0]) - (int)(&list[1] - last);
}
