// Roman numerals to and fro: letters in private memory, and a table of structs with strings in it.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg numbers [64] random(312, 1, 3999)
// lanescope: arg letters [64*16]
// lanescope: arg back [64]
typedef struct {
    short value;
    char text[3];
} numeral_t;

__constant numeral_t numerals[] = {
    { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" }, { 50, "L" },
    { 40, "XL" },  { 10, "X" },   { 9, "IX" },  { 5, "V" },    { 4, "IV" },  { 1, "I" },
};

int digit(char c)
{
    switch (c) {
    case 'I': return 1;
    case 'V': return 5;
    case 'X': return 10;
    case 'L': return 50;
    case 'C': return 100;
    case 'D': return 500;
    case 'M': return 1000;
    default: return 0;
    }
}

__kernel void roman(__global const short *numbers, __global char *letters, __global short *back)
{
    const size_t id = get_global_id(0);
    short n = numbers[id];
    char text[16] = "";
    int length = 0;
    for (int k = 0; k < sizeof(numerals) / sizeof(*numerals); k++)
        for (; n >= numerals[k].value; n -= numerals[k].value)
            for (__constant char *c = numerals[k].text; *c; ++c)
                text[length++] = *c;
    int sum = 0;
    for (int k = 0; k < length; k++) {
        const int now = digit(text[k]), next = k + 1 < 16 ? digit(text[k + 1]) : 0;
        sum += now < next ? -now : now;
    }
    back[id] = sum;
    for (int k = 0; k < 16; k++)
        letters[16 * id + k] = text[k];
}
