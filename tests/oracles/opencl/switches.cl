// lanescope: global 77
// lanescope: local 11
// lanescope: arg code int[77] list(4, 4, 12, 0, 12, 7, -2, 3, 3, -1, 5, 10, 0, 2, 6, 4, -1, 9, 8, 12, 7, 3, -2, 12, 4, 6, 3, 7, 5, 10, 4, 5, 12, 7, -2, 0, 1, 1, 6, 6, -2, 11, 10, 10, 12, -1, -1, 12, -1, 4, 7, 5, 5, -1, 8, 9, 3, 0, 5, 1, 1, 8, 9, 5, 2, -2, 9, 6, -1, 6, 8, 12, 1, -3, 4, 3, -3)
// lanescope: arg out int[154] zeros
static int machine(int start, int steps) {
    enum { IDLE, RUN, WAIT, STOP = 9 } st = IDLE; int acc = start;
    do {
        switch (st) {
        case IDLE: acc += 1; st = (acc & 1) ? RUN : WAIT; continue;
        case RUN: acc *= 3; /* fall through */
        case WAIT: acc -= 5; st = IDLE; if (acc > 400) { st = STOP; break; } break;
        default: acc ^= 0x55; return acc;
        case STOP: acc += 1000; return -acc;
        }
        if (acc < -50) acc = -acc;
    } while (--steps > 0);
    return acc;
}
__kernel void k(__global int *code, __global int *out) {
    int i = get_global_id(0), x = code[i], r = 0;
    switch (x) {
    default: r = -100;
    case 0: r += 1;
    case 1: r += 2; break;
    case 2: { int y = x * 3; r = y; if (i & 1) break; r += 7; }
    case 3: for (int j = 0; j < 5; j++) { if (j == i % 5) continue; if (j == 4) break; r += j * j; } break;
    case 5: case 6: case 7: r = x << 4; switch (i % 3) { case 0: r++; case 1: r += 10; break; case 2: return; } break;
    case -2: r = 1 ? 2, 3 : 4;
    }
    out[2 * i] = r;
    out[2 * i + 1] = machine(x + i, i % 13);
    while (1) { if (r-- <= 0 || r % 7 == 3) break; out[2*i+1] += r; if (r > 20) { r -= 10; continue; } }
}
