// An automaton that reads numbers: states and classes of letters are tables, each line is accepted or not.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg lines [64*6] list(49,46,53,101,45,51, 45,52,50,59,59,59, 46,53,59,59,59,59, 49,101,59,59,59,59, 43,45,49,59,59,59, 49,50,51,46,59,59, 57,46,46,49,59,59)
// lanescope: arg kind [64]
// lanescope: arg consumed [64]
enum letter { DIGIT, SIGN, POINT, EXPONENT, OTHER, CLASSES };
enum state { START, SIGNED, WHOLE, POINTED, FRACTION, E, E_SIGNED, POWER, DEAD, STATES };

__constant uchar delta[STATES][CLASSES] = {
    [START] = { WHOLE, SIGNED, POINTED, DEAD, DEAD },
    [SIGNED] = { WHOLE, DEAD, POINTED, DEAD, DEAD },
    [WHOLE] = { WHOLE, DEAD, FRACTION, E, DEAD },
    [POINTED] = { FRACTION, DEAD, DEAD, DEAD, DEAD },
    [FRACTION] = { FRACTION, DEAD, DEAD, E, DEAD },
    [E] = { POWER, E_SIGNED, DEAD, DEAD, DEAD },
    [E_SIGNED] = { POWER, DEAD, DEAD, DEAD, DEAD },
    [POWER] = { POWER, DEAD, DEAD, DEAD, DEAD },
    [DEAD] = { DEAD, DEAD, DEAD, DEAD, DEAD },
};

enum letter class_of(char c)
{
    return c >= '0' && c <= '9' ? DIGIT : c == '+' || c == '-' ? SIGN : c == '.' ? POINT : (c | 32) == 'e' ? EXPONENT : OTHER;
}

__kernel void tokens(__global const char *lines, __global uchar *kind, __global uchar *consumed)
{
    const size_t id = get_global_id(0);
    enum state s = START;
    uchar k = 0;
    for (; k < 6 && lines[6 * id + k] != ';'; ++k) {
        const enum state next = delta[s][class_of(lines[6 * id + k])];
        if (next == DEAD)
            break;
        s = next;
    }
    const bool whole = k == 6 || lines[6 * id + k] == ';';
    kind[id] = !whole ? 0 : s == WHOLE ? 1 : s == FRACTION || s == POWER ? 2 : 0;
    consumed[id] = k;
}
