// Work-items that a case leads apart meet at its end with others that a branch of the whole group sends there, beside a
// way that has a barrier: they come together first.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg x [48]
// lanescope: arg n 9
__kernel void meets_in_case(__global int *x, const int n)
{
    __local int tile[24];
    const int i = get_local_id(0);
    tile[i] = x[get_global_id(0)];
    switch (n & 7) {
    case 1:
        if (get_group_id(0) == 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            tile[i] += 1;
        } else {
            switch (n % 5) {
            case 4:
                if (get_num_groups(0) == 3 && i * 7 % 11 <= 4) {
                    tile[i] += 2;
                } else if (x[i] < tile[i]) {
                    tile[i] += 4;
                }
            case 0:
                x[get_global_id(0)] = tile[i] + 8;
            }
        }
    }
    x[get_global_id(0)] += tile[i];
}
