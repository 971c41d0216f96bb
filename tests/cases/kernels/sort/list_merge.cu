// Merge sort of linked lists: nodes stay, links change; pointers to pointers walk along.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg keys [16*12] random(239, 0, 30)
// lanescope: arg order [16*12]
struct Node {
    int key;
    signed char next;
};

__device__ signed char merge(Node *nodes, signed char a, signed char b)
{
    signed char head = -1, *tail = &head;
    while (a >= 0 && b >= 0) {
        signed char &less = nodes[b].key < nodes[a].key ? b : a;
        *tail = less;
        tail = &nodes[less].next;
        less = nodes[less].next;
    }
    *tail = a >= 0 ? a : b;
    return head;
}

__global__ void list_merge(const int *keys, signed char *order)
{
    constexpr int N = 12;
    const int base = N * threadIdx.x;
    Node nodes[N];
    signed char piles[4] = { -1, -1, -1, -1 };
    for (int i = 0; i < N; ++i) {
        nodes[i] = { keys[base + i], -1 };
        signed char list = i;
        int level = 0;
        for (; level < 3 && piles[level] >= 0; ++level) {
            list = merge(nodes, piles[level], list);
            piles[level] = -1;
        }
        piles[level] = level == 3 && piles[3] >= 0 ? merge(nodes, piles[3], list) : list;
    }
    signed char list = -1;
    for (signed char pile : piles)
        list = merge(nodes, pile, list);
    for (int i = 0; i < N; ++i, list = nodes[list].next)
        order[base + i] = list;
}
