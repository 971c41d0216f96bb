// A histogram of colours in three dimensions: each work-item of a cube counts its own cell.
// lanescope: global 4 4 4
// lanescope: local 4 4 2
// lanescope: arg pixels [100] random(221, 0, 255)
// lanescope: arg cells [64]
// lanescope: arg n 100
__kernel __attribute__((reqd_work_group_size(4, 4, 2)))
void color_cells(__global const uchar4 *pixels, __global uint *cells, uint n)
{
    const uchar4 me = (uchar4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    uint count = 0;
    for (uint i = 0; i < n; ++i) {
        const uchar4 cell = pixels[i] >> (uchar)6;
        count -= all(cell.xyz == me.xyz) ? -1 : 0;
    }
    const size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    cells[at] = count;
}
