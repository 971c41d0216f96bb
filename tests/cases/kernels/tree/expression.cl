// Programs in reverse Polish notation, interpreted: a stack of numbers and a switch over codes.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg code [12] list(16, 17, 2, 18, 1, 3, 16, 4, 5, 17, 0, 6)
// lanescope: arg x [64] iota(-20, 3)
// lanescope: arg y [64] iota(5, -1)
// lanescope: arg result [64]
enum { ADD, SUB, MUL, DUP, DIV, NEG, HALT, VARIABLE = 16 };

__kernel void expression(__constant uchar *code, __global const int *x, __global const int *y, __global int *result)
{
    const int id = get_global_id(0);
    const int variables[3] = { x[id], y[id], id };
    int stack[8], *sp = stack;
    for (__constant uchar *pc = code;; ++pc) {
        const uchar op = *pc;
        if (op >= VARIABLE) {
            *sp++ = variables[op - VARIABLE];
            continue;
        }
        switch (op) {
        case ADD: sp--; sp[-1] += *sp; break;
        case SUB: sp--; sp[-1] -= *sp; break;
        case MUL: sp--; sp[-1] *= *sp; break;
        case DIV: sp--; sp[-1] = *sp ? sp[-1] / *sp : 0; break;
        case DUP: *sp = sp[-1]; ++sp; break;
        case NEG: sp[-1] = -sp[-1]; break;
        case HALT: result[id] = sp[-1]; return;
        }
    }
}
