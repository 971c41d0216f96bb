// A scanner as a switch with fall-through, goto for its states, and an expression evaluated from left to right.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg text [640] random(9, 40, 59)
// lanescope: arg out [96]
typedef enum { START, NUMBER = 4, SIGN, OTHER } state;

__kernel void tokens(__global const char *text, __global int *out)
{
    const int me = get_global_id(0);
    __global const char *p = text + me * 20, *end = p + 20;
    int sum = 0, value = 0, sign = 1, numbers = 0, skipped = 0;
    state s = START;
next:
    if (p == end)
        goto done;
    switch (*p) {
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        value = (s == NUMBER ? value * 10 : 0) + (*p - '0');
        value %= 100000;
        s = NUMBER;
        break;
    case '-':
        if (s == SIGN) {
            sign = -sign;
            break;
        }
        /* fall through */
    case '+':
        if (s == NUMBER) { sum += sign * value; numbers++; }
        sign = *p == '-' ? -1 : 1;
        s = SIGN;
        break;
    default:
        skipped++;
        if (s == NUMBER) { sum += sign * value; numbers++; sign = 1; }
        s = OTHER;
    }
    p++;
    goto next;
done:
    out[3 * me] = sum;
    out[3 * me + 1] = numbers;
    out[3 * me + 2] = skipped * 10 + (int)s;
}
