// A table of records with parts, unions and names in braces; records are looked up by two keys.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg keys [64] random(359, 0, 5)
// lanescope: arg kinds [64] random(360, 0, 2)
// lanescope: arg out [64]
enum { CIRCLE, BOX, TEXT };

typedef struct {
    uchar id, kind;
    union {
        struct {
            short radius;
        };
        struct {
            short width, height;
        } box;
        char text[4];
    } u;
    struct {
        int cost[2];
        ulong mask;
    } info;
} record_t;

__constant const record_t records[] = {
    { 1, CIRCLE, { { 7 } }, { { 10, 20 }, 1UL << 40 } },
    { .kind = BOX, .id = 2, .u = { .box = { 3, 4 } }, .info = { .mask = 0xff, .cost = { [1] = 30 } } },
    { 3, TEXT, .u = { .text = "abc" }, .info = { .cost = { [1] = 5, [0] = 6 } } },
    [5] = { 4, BOX, .u = { .box = { .height = -2, .width = 9 } }, { .mask = ~0UL } },
    [4] = { .id = 5, .kind = CIRCLE, .u = { { .radius = -1 } } },
};

__kernel void nested_init(__global const int *keys, __global const uchar *kinds, __global int *out)
{
    const size_t i = get_global_id(0);
    int found = -1;
    for (int k = 0; k < (int)(sizeof records / sizeof records[0]); ++k)
        if (records[k].id == keys[i] && records[k].kind == kinds[i])
            found = k;
    int value = -1;
    if (found >= 0) {
        __constant const record_t *r = &records[found];
        value = r->kind == CIRCLE ? r->u.radius * 3 : r->kind == BOX ? r->u.box.width * r->u.box.height : r->u.text[1];
        value = value * 100 + r->info.cost[0] - r->info.cost[1] + (int)popcount(r->info.mask);
    }
    out[i] = value;
}
