// Three hashes of strings, whose functions a macro writes; characters are signed.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg text [64*12] random(203, -128, 127)
// lanescope: arg djb [64]
// lanescope: arg sdbm [64]
// lanescope: arg jenkins [64]
#define STR_HASH(name, begin, step, finish)                             \
    static uint hash_##name(__global const char *s, const int length)   \
    {                                                                   \
        uint h = begin;                                                 \
        for (int i = 0; i < length; i++) { const int c = s[i]; step; }  \
        finish;                                                         \
        return h;                                                       \
    }

STR_HASH(djb, 5381, h = (h << 5) + h + c, )
STR_HASH(sdbm, 0, h = c + (h << 6) + (h << 16) - h, )
STR_HASH(jenkins, 0, { h += c; h += h << 10; h ^= h >> 6; }, { h += h << 3; h ^= h >> 11; h += h << 15; })

#define STORE(name) name[id] = hash_##name(s, 12 - id % 5)

__kernel void string_hashes(__global const char *text, __global uint *djb, __global uint *sdbm, __global uint *jenkins)
{
    int id = get_global_id(0);
    __global const char *s = &text[12 * id];
    STORE(djb);
    STORE(sdbm);
    STORE(jenkins);
}
