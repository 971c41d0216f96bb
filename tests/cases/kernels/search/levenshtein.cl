// The edit distance of a word to each word of a list: one row of the table in private memory.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg words [64*8] random(33, 97, 100)
// lanescope: arg query [8] list(97, 98, 99, 97, 100, 98, 97, 99)
// lanescope: arg distances [64]
#define L 8

__kernel void levenshtein(__global const char *words, __global const char *query, __global uchar *distances)
{
    int id = get_global_id(0);
    __global const char *word = words + id * L;
    int row[L + 1];
    for (int j = 0; j <= L; j++)
        row[j] = j;
    for (int i = 1; i <= L; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= L; j++) {
            int replaced = diagonal + (word[i - 1] != query[j - 1]);
            diagonal = row[j];
            row[j] = min(replaced, 1 + min(row[j], row[j - 1]));
        }
    }
    distances[id] = row[L];
}
