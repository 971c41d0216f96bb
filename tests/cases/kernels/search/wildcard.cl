// File names and a pattern with * and ?: the search goes back to the last star.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg names [128*12] random(31, 97, 99)
// lanescope: arg fits [128]
#define WIDTH 12

constant char pattern[] = "*ab?c*a";

bool glob(global const char *name, uint length, constant char *pat)
{
    uint at = 0, back_at = 0;
    constant char *back = NULL;
    while (at < length) {
        switch (*pat) {
        case '*':
            back = ++pat;
            back_at = at;
            continue;
        case '\0':
            break;
        default:
            if (*pat != name[at])
                break;
        case '?':
            pat++, at++;
            continue;
        }
        if (back == NULL)
            return false;
        pat = back;
        at = ++back_at;
    }
    while (*pat == '*')
        pat++;
    return *pat == '\0';
}

kernel void wildcard(global const char *names, global uchar *fits)
{
    size_t id = get_global_id(0);
    fits[id] = glob(names + id * WIDTH, WIDTH - id % 3, pattern);
}
