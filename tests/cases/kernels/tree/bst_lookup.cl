// A search tree of structs with indices for pointers; the group builds it, then everybody looks things up.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg keys [31] permutation(81)
// lanescope: arg nodes [62]
// lanescope: arg queries [64] random(82, -3, 33)
// lanescope: arg depth [64]
// lanescope: arg count 31
#define NIL -1

typedef struct node {
    int key;
    struct {
        short left, right;
    } child;
} node_t;

int insert(__global node_t *tree, int used, int key)
{
    __global short *link = 0;
    tree[used].key = key;
    tree[used].child.left = tree[used].child.right = NIL;
    for (int at = 0; used > 0;) {
        link = key < tree[at].key ? &tree[at].child.left : &tree[at].child.right;
        if (*link == NIL)
            break;
        at = *link;
    }
    if (link)
        *link = (short)used;
    return used + 1;
}

__kernel void bst_lookup(__global const int *keys, __global node_t *nodes, __global const int *queries,
                         __global int *depth, int count)
{
    __global node_t *tree = nodes + get_group_id(0) * count;
    if (get_local_id(0) == 0)
        for (int used = 0; used < count;)
            used = insert(tree, used, keys[used]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    const int key = queries[get_global_id(0)];
    int at = 0, steps = 0;
    while (at != NIL && tree[at].key != key) {
        at = key < tree[at].key ? tree[at].child.left : tree[at].child.right;
        ++steps;
    }
    depth[get_global_id(0)] = at == NIL ? -steps : steps;
}
