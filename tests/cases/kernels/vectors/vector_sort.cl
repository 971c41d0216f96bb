// Sorts eight numbers in a vector by a bitonic network of shuffles.
// lanescope: global 32
// lanescope: local 8
// lanescope: arg x [32] random(8, -500, 500)
int8 exchange(int8 v, uint8 partner, int8 keeps_low)
{
    int8 other = shuffle(v, partner);
    return select(max(v, other), min(v, other), keeps_low);
}

__kernel void vector_sort(__global int8 *x)
{
    const int i = get_global_id(0);
    int8 v = x[i];
    v = exchange(v, (uint8)(1, 0, 3, 2, 5, 4, 7, 6), (int8)(-1, 0, 0, -1, -1, 0, 0, -1));
    v = exchange(v, (uint8)(2, 3, 0, 1, 6, 7, 4, 5), (int8)(-1, -1, 0, 0, 0, 0, -1, -1));
    v = exchange(v, (uint8)(1, 0, 3, 2, 5, 4, 7, 6), (int8)(-1, 0, -1, 0, 0, -1, 0, -1));
    v = exchange(v, (uint8)(4, 5, 6, 7, 0, 1, 2, 3), (int8)(-1, -1, -1, -1, 0, 0, 0, 0));
    v = exchange(v, (uint8)(2, 3, 0, 1, 6, 7, 4, 5), (int8)(-1, -1, 0, 0, -1, -1, 0, 0));
    v = exchange(v, (uint8)(1, 0, 3, 2, 5, 4, 7, 6), (int8)(-1, 0, -1, 0, -1, 0, -1, 0));
    x[i] = v;
}
