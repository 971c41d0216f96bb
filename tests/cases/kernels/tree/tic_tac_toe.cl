// The outcome of a game with the best moves on both sides, by a search with a stack of its own.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg begin [32] random(274, 0, 0x3fffffff)
// lanescope: arg outcome [32]
// lanescope: arg visited [32]
typedef struct {
    ushort x, o;
} board_t;

__constant ushort lines[8] = { 0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124 };

int wins(ushort marks)
{
    int won = 0;
    for (int i = 0; i < 8; i++)
        won |= (marks & lines[i]) == lines[i];
    return won;
}

__kernel void tic_tac_toe(__global const uint *begin, __global char *outcome, __global ushort *visited)
{
    const int id = get_global_id(0);
    struct {
        board_t board;
        ushort open;
        char best;
    } stack[10];
    // Six marks are set at random places, alternately.
    board_t b = { 0, 0 };
    uint seed = begin[id];
    for (int k = 0; k < 6; seed /= 9) {
        const ushort bit = 1 << seed % 9;
        if (seed == 0) {
            const ushort open = 0777 & ~(b.x | b.o), first = open & -open;
            if (k & 1) b.o |= first;
            else b.x |= first;
            k++;
            continue;
        }
        if ((b.x | b.o) & bit)
            continue;
        *(k & 1 ? &b.o : &b.x) |= bit;
        k++;
    }
    ushort count = 0;
    int top = 0;
    char result = 0;
    stack[0].board = b;
    stack[0].open = 0xffff;
    for (;;) {
        const board_t now = stack[top].board;
        bool is_done = false;
        if (stack[top].open == 0xffff) {
            count++;
            stack[top].open = 0777 & ~(now.x | now.o);
            stack[top].best = -2;
            // Who is not to move has moved, and has won with a line.
            const bool x_moved = popcount(now.x) > popcount(now.o);
            if (wins(x_moved ? now.x : now.o))
                result = -1, is_done = true;
            else if (stack[top].open == 0)
                result = 0, is_done = true;
        }
        if (!is_done && stack[top].open) {
            const ushort bit = stack[top].open & -stack[top].open;
            stack[top].open ^= bit;
            board_t next = now;
            if (popcount(now.x) > popcount(now.o)) next.o |= bit;
            else next.x |= bit;
            ++top;
            stack[top].board = next;
            stack[top].open = 0xffff;
            continue;
        }
        if (!is_done)
            result = stack[top].best;
        if (top-- == 0)
            break;
        stack[top].best = max(stack[top].best, (char)-result);
    }
    outcome[id] = result;
    visited[id] = count;
}
